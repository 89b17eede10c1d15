"""Pictures of data, runs and models in scikit-learn's Display form. They need matplotlib."""

from halfspace.display.boundary import BoundaryDisplay
from halfspace.display.calibration import CalibrationDisplay
from halfspace.display.gap import GapDisplay
from halfspace.display.margin import MarginDisplay
from halfspace.display.mistakes import MistakeBoundDisplay
from halfspace.display.path import PathDisplay
from halfspace.display.separability import SeparabilityDisplay

__all__ = [
    "BoundaryDisplay",
    "CalibrationDisplay",
    "GapDisplay",
    "MarginDisplay",
    "MistakeBoundDisplay",
    "PathDisplay",
    "SeparabilityDisplay",
]
