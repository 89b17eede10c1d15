"""The parts of a model file: 8 bytes of length, a header in JSON, arrays (docs/formats/model.md)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

TYPES = {"F64": "<f8", "U64": "<u8", "U32": "<u4", "U8": "<u1"}


def parts_of(data: bytes) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """What the header says of the model, and the arrays by name."""
    begin = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:begin])
    about = json.loads(header.pop("__metadata__")["halfspace"])
    arrays = {}
    for name, of in header.items():
        first, last = of["data_offsets"]
        values = np.frombuffer(data[begin + first : begin + last], TYPES[of["dtype"]])
        arrays[name] = values.reshape(of["shape"])
    return about, arrays
