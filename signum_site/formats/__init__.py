"""How dates are written where Django's own way does not suit: FORMAT_MODULE_PATH."""
