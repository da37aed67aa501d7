from tests.simulator.playing import toy

__all__ = ["toy"]
