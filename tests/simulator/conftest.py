from tests.simulator.batches.playing import toy

__all__ = ["toy"]
