"""The parts that screens are made of. Plain kivy, drawn by ourselves in the tokens of ``companion.ui.kit.theme``."""
