"""What this front needs beside pyspark, asked for where it is used."""

from __future__ import annotations

import os
import shutil
from typing import Any


def pyarrow() -> Any:
    """The module. Error (ImportError): it is not installed here."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            "rows come from Spark by Arrow: install pyarrow: pip install 'halfspace-ml[spark]'"
        ) from error
    return pa


def check_java() -> None:
    """Error (RuntimeError): no Java for Spark to start."""
    home = os.environ.get("JAVA_HOME")
    if home and not os.access(os.path.join(home, "bin", "java"), os.X_OK):
        raise RuntimeError(f"JAVA_HOME is {home}, which has no bin/java; set it to a Java of version 17 or 21")
    if not home and shutil.which("java") is None:
        raise RuntimeError(
            "Spark needs Java, and there is no java on PATH nor JAVA_HOME; install version 17 or 21 "
            "(Debian and Ubuntu: apt install openjdk-17-jre-headless)"
        )


def check_classic(frame: Any) -> None:
    """Error (TypeError): what is no data frame of a Spark session in this process."""
    name = type(frame).__module__
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"expected a DataFrame of Spark, got {type(frame).__name__} of {name}")
    if ".connect." in name:
        raise TypeError(
            "this data frame is of Spark Connect, which has no RDDs to keep shards in; "
            "use a session that runs in this process: SparkSession.builder.master(...)"
        )
