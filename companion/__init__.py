"""The app: table session, store, announcer, exports, screens, command line."""
