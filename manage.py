#!/usr/bin/env python
"""Runs the commands of the project; `manage.py help` lists them."""

from signum_site.management.main import main

if __name__ == "__main__":
    main()
