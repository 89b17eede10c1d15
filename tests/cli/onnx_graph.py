"""ONNX files without onnxruntime: a reader of protocol buffers and the operators of tables and linear models, in doubles.

Field numbers from onnx.proto3, operators from https://onnx.ai/onnx/operators."""
import math
import struct


def fields(data):
    """(field, value) of a message: whole numbers, or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 2:
            size = varint()
            yield key >> 3, data[at:at + size]
            at += size
        else:
            raise ValueError(f"wire type {key & 7}")


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def packed(data):
    """Whole numbers, one behind the other."""
    return [signed(v) for _, v in fields(b"".join(b"\x08" + part for part in split_varints(data)))]


def split_varints(data):
    begin = 0
    for at, byte in enumerate(data):
        if byte < 128:
            yield data[begin:at + 1]
            begin = at + 1


def floats(data):
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def doubles(data):
    return list(struct.unpack(f"<{len(data) // 8}d", data))


def attribute(data):
    name, value, texts = "", None, []
    for field, v in fields(data):
        if field == 1:
            name = v.decode()
        elif field == 3:
            value = signed(v)
        elif field == 4:
            value = v.decode()
        elif field == 7:
            value = floats(v)
        elif field == 8:
            value = packed(v)
        elif field == 9:
            texts.append(v.decode())
    return name, texts or value


class Graph:
    """inputs: name to type ("float", "string"); run(given) gives every tensor. Tensors are lists of rows."""

    def __init__(self, data):
        graph = dict(fields(data))[7]
        self.nodes, self.constants, self.inputs, self.outputs = [], {}, {}, []
        for field, v in fields(graph):
            if field == 1:
                self.nodes.append(self.node(v))
            elif field == 5:
                self.constant(v)
            elif field == 11:
                tensor = dict(fields(dict(fields(dict(fields(v))[2]))[1]))
                self.inputs[dict(fields(v))[1].decode()] = {1: "float", 8: "string"}[tensor[1]]
            elif field == 12:
                self.outputs.append(dict(fields(v))[1].decode())

    @staticmethod
    def node(data):
        out = {"in": [], "out": [], "attributes": {}}
        for field, v in fields(data):
            if field in (1, 2):
                out["in" if field == 1 else "out"].append(v.decode())
            elif field == 4:
                out["type"] = v.decode()
            elif field == 5:
                name, value = attribute(v)
                out["attributes"][name] = value
        return out

    def constant(self, data):
        shape, values, name = [], [], ""
        for field, v in fields(data):
            if field == 1:
                shape.append(v)
            elif field == 4:
                values = floats(v)
            elif field == 7:
                values = packed(v)
            elif field == 10:
                values = doubles(v)
            elif field == 8:
                name = v.decode()
        width = shape[1] if len(shape) == 2 else len(values)
        self.constants[name] = [values[k:k + width] for k in range(0, len(values), max(1, width))]

    def run(self, given):
        tensors = {**self.constants, **given}
        for node in self.nodes:
            results = OPERATORS[node["type"]](node["attributes"], *[tensors[name] for name in node["in"]])
            tensors.update(zip(node["out"], results if isinstance(results, tuple) else (results,)))
        return {name: tensors[name] for name in self.outputs}


def spread(f, *tensors):
    """f of cells; a tensor of one row or one column stands for all."""
    rows, cols = max(map(len, tensors)), max(len(t[0]) for t in tensors)
    return [[f(*[t[i if len(t) > 1 else 0][j if len(t[0]) > 1 else 0] for t in tensors]) for j in range(cols)] for i in range(rows)]


def each_row(f):
    return lambda a, x: [f(row, a) for row in x]


def label_encoder(a, x):
    places = dict(zip(a["keys_strings"], a["values_int64s"]))
    return [[places.get(text, a["default_int64"]) for text in row] for row in x]


def gather(a, x, places):
    if a["axis"] == 0:
        return [x[row[0]] for row in places]  # [N, 1, width], Flatten makes [N, width] of it
    return [[row[k] for k in places[0]] for row in x]


def gemm(a, x, w, b=None):
    assert a["transB"] == 1
    b = b or [[0.0] * len(w)]
    return [[sum(u * v for u, v in zip(row, weights)) + c for weights, c in zip(w, b[0])] for row in x]


def linear_classifier(a, x):
    size = len(a["intercepts"])
    width = len(a["coefficients"]) // size
    scores = gemm({"transB": 1}, x, [a["coefficients"][k * width:(k + 1) * width] for k in range(size)], [a["intercepts"]])
    labels = a.get("classlabels_strings") or a.get("classlabels_ints")
    return [labels[max(range(size), key=row.__getitem__)] for row in scores], scores


def softmax(row, _):
    e = [math.exp(v - max(row)) for v in row]
    return [v / sum(e) for v in e]


def sigmoid(v):
    return 1 / (1 + math.exp(-v)) if v > -700 else 0.0


def in_float(v):
    try:
        return struct.unpack("<f", struct.pack("<f", v))[0]
    except OverflowError:
        return math.copysign(math.inf, v)


OPERATORS = {
    "Concat": lambda a, *parts: [sum(rows, []) for rows in zip(*parts)],
    "IsNaN": lambda a, x: spread(math.isnan, x),
    "Where": lambda a, c, x, y: spread(lambda u, v, w: v if u else w, c, x, y),
    "Cast": lambda a, x: spread(in_float, x) if a["to"] == 1 else x,
    "Abs": lambda a, x: spread(abs, x),
    "ReduceMax": each_row(lambda row, _: [max(row)]),
    "Max": lambda a, x, y: spread(max, x, y),
    "Div": lambda a, x, y: spread(lambda u, v: u / v, x, y),
    "Sub": lambda a, x, y: spread(lambda u, v: u - v, x, y),
    "Pow": lambda a, x, y: spread(lambda u, v: u**v, x, y),
    "Less": lambda a, x, y: spread(lambda u, v: u < v, x, y),
    "Exp": lambda a, x: spread(math.exp, x),
    "Tanh": lambda a, x: spread(math.tanh, x),
    "Cos": lambda a, x: spread(math.cos, x),
    "ReduceSum": lambda a, x, axes: [[sum(row)] for row in x],  # along rows
    "Mul": lambda a, x, y: spread(lambda u, v: u * v, x, y),
    "Add": lambda a, x, y: spread(lambda u, v: u + v, x, y),
    "Greater": lambda a, x, y: spread(lambda u, v: u > v, x, y),
    "GreaterOrEqual": lambda a, x, y: spread(lambda u, v: u >= v, x, y),
    "Flatten": lambda a, x: x,
    "LabelEncoder": label_encoder,
    "Gather": gather,
    "Gemm": gemm,
    "LinearClassifier": linear_classifier,
    "Softmax": each_row(softmax),
    "Sigmoid": lambda a, x: spread(sigmoid, x),
    "Normalizer": each_row(lambda row, _: [v / sum(map(abs, row)) for v in row]),
}
