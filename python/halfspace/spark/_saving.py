"""Models on the file systems that Spark reaches: pyspark.ml's metadata beside the model file of halfspace.

PATH/metadata         as pyspark.ml writes it: class, parameters; "halfspace": {"labels": ..., "report": {...}}
PATH/model.halfspace  the model file, which the command line and halfspace.load read
"""

from __future__ import annotations

from typing import Any

from pyspark.ml.util import DefaultParamsReader, DefaultParamsWriter, MLReader, MLWriter

from halfspace.model import Model
from halfspace.spark import _needs

FILE = "model.halfspace"


class ModelWriter(MLWriter):
    """Writes a model of this front."""

    def __init__(self, instance: Any) -> None:
        super().__init__()
        self.instance = instance

    def saveImpl(self, path: str) -> None:
        kept = {"labels": self.instance._labels, "report": self.instance.report}
        DefaultParamsWriter.saveMetadata(self.instance, path, self.sparkSession, {"halfspace": kept})
        jvm = self.sparkSession._jvm
        place = jvm.org.apache.hadoop.fs.Path(path, FILE)
        files = place.getFileSystem(self.sparkSession._jsparkSession.sessionState().newHadoopConf())
        out = files.create(place, True)
        try:
            out.write(bytearray(self.instance.model.to_bytes()))
        finally:
            out.close()


class ModelReader(MLReader):
    """Reads what ModelWriter wrote."""

    def __init__(self, kind: type) -> None:
        super().__init__()
        self.kind = kind

    def load(self, path: str) -> Any:
        _needs.check_java()
        metadata = DefaultParamsReader.loadMetadata(path, self.sparkSession)
        name = f"{self.kind.__module__}.{self.kind.__name__}"
        if metadata["class"] != name:
            raise ValueError(f"{path} holds a {metadata['class']}, not a {name}; load it with that class")
        file = self.sparkSession.read.format("binaryFile").load(f"{path.rstrip('/')}/{FILE}").first()
        if file is None:
            raise ValueError(f"{path} has no file {FILE}: the saving ended early, or it was removed")
        kept = metadata["halfspace"]
        out = self.kind(Model.from_bytes(bytes(file["content"])), kept["labels"], kept["report"])
        out._resetUid(metadata["uid"])
        DefaultParamsReader.getAndSetParams(out, metadata)
        return out
