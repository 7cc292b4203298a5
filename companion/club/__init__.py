"""A club of many tables around one MQTT broker: each tells its games, one page shows them all. No kivy here, and
paho-mqtt is imported only where a connection is opened."""
