"""What the compiler is told about a class (simulator/compilation/build.py). Python itself does not mind.

`acyclic`: its objects are never part of a ring of references, so nobody need look for them there; making and freeing
one costs half as much. A ring of them would stay in memory for good. `free_list_len`: the last one freed is used again.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**told):
        return lambda cls: cls
