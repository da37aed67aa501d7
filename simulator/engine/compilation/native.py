"""Hints for mypyc about classes (simulator/compilation/build.py).

Without effect in plain Python. `acyclic`: instances are never part of a reference cycle, so the garbage collector does
not track them; creating and freeing one costs half as much. A cycle of them would leak. `free_list_len`: freed
instances to keep for reuse.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**attributes):
        return lambda cls: cls
