"""Golden games: six event logs, one event per line.

A change to the rules or a policy shows up here.
"""
