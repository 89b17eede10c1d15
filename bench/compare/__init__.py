"""Whole runs of halfspace beside other programs: see __main__.py."""
