"""Reduces a text recogniser to the characters of European and American receipts.

The published recogniser distinguishes 18,710 characters, almost all Chinese. Its last matrix is therefore most of the
file and memory and a third of the arithmetic. Removing the other columns changes no score of the Latin characters.

ONNX files are protocol buffers, of which little changes: three tensors, one output shape and the metadata. So this reads
and writes the wire format (https://protobuf.dev/programming-guides/encoding/) with Python's standard library only. The
result has the same bytes on every machine, so that a checksum can verify it.
"""

from array import array
from sys import byteorder

# Field numbers of onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
MODEL_GRAPH, MODEL_METADATA = 7, 14
GRAPH_INITIALIZER, GRAPH_OUTPUT, GRAPH_VALUE_INFO = 5, 12, 13
TENSOR_DIMS, TENSOR_TYPE, TENSOR_RAW = 1, 2, 9
ENTRY_KEY, ENTRY_VALUE = 1, 2
VALUE_TYPE, TYPE_TENSOR, TENSOR_SHAPE, SHAPE_DIM, DIM_VALUE = 2, 1, 2, 1, 1
FLOAT32 = 1

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields(data):
    """Yields (number, wire type, value) of a message's fields; the value is an int or raw bytes."""
    at = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == VARINT:
            value, at = read_varint(data, at)
        elif kind == BYTES:
            size, at = read_varint(data, at)
            value, at = data[at : at + size], at + size
        elif kind in (FIXED32, FIXED64):
            size = 4 if kind == FIXED32 else 8
            value, at = data[at : at + size], at + size
        else:
            raise ValueError(f"wire type {kind} is not one that ONNX uses")
        yield number, kind, value


def field(number, kind, value):
    tag = varint(number << 3 | kind)
    if kind == VARINT:
        return tag + varint(value)
    if kind == BYTES:
        return tag + varint(len(value)) + bytes(value)
    return tag + bytes(value)


def edit(data, change):
    """Rewrites a message field by field: `change(number, kind, value)` returns the new value, or None to omit the
    field."""
    out = []
    for number, kind, value in fields(data):
        value = change(number, kind, value)
        if value is not None:
            out.append(field(number, kind, value))
    return b"".join(out)


def dims_of(tensor):
    dims = []
    for number, kind, value in fields(tensor):
        if number == TENSOR_DIMS and kind == VARINT:
            dims.append(value)
        elif number == TENSOR_DIMS:
            at = 0
            while at < len(value):
                dim, at = read_varint(value, at)
                dims.append(dim)
    return dims


# Smaller weights do not change a 32-bit sum with others of 0.01 to 1. Most are subnormal numbers, with which a
# multiplication takes a hundred times as long.
NEGLIGIBLE = 1e-12


def flush_tensor(tensor):
    """Returns the tensor with zeros instead of negligible weights."""
    parts = {number: value for number, _, value in fields(tensor)}
    if parts.get(TENSOR_TYPE) != FLOAT32 or TENSOR_RAW not in parts:
        return tensor
    numbers = array("f", bytes(parts[TENSOR_RAW]))
    if byteorder == "big":
        numbers.byteswap()
    if not any(number and -NEGLIGIBLE < number < NEGLIGIBLE for number in numbers):
        return tensor
    for at, number in enumerate(numbers):
        if -NEGLIGIBLE < number < NEGLIGIBLE:
            numbers[at] = 0.0
    if byteorder == "big":
        numbers.byteswap()
    return edit(tensor, lambda number, kind, value: numbers.tobytes() if number == TENSOR_RAW else value)


def flush_weights(model):
    """Returns the model with zeros instead of negligible weights, which is faster and gives the same results."""

    def graph(number, kind, value):
        return flush_tensor(value) if number == GRAPH_INITIALIZER else value

    return edit(memoryview(model), lambda number, kind, value: edit(value, graph) if number == MODEL_GRAPH else value)


def select_classes(tensor, classes, keep):
    """Returns the tensor with only the `keep` entries along its axis of length `classes`, which must be its last."""
    dims = dims_of(tensor)
    if classes not in dims:
        return tensor
    if dims[-1] != classes or dims.count(classes) != 1:
        raise ValueError(f"a tensor of shape {dims} has its classes on an unexpected axis")
    parts = {number: value for number, _, value in fields(tensor)}
    if parts.get(TENSOR_TYPE) != FLOAT32 or TENSOR_RAW not in parts:
        raise ValueError("a tensor of classes is not stored as raw 32-bit floats")
    numbers = array("f", bytes(parts[TENSOR_RAW]))
    if byteorder == "big":
        numbers.byteswap()
    kept = array("f")
    for row in range(0, len(numbers), classes):
        kept.extend(numbers[row + column] for column in keep)
    if byteorder == "big":
        kept.byteswap()
    head = b"".join(field(TENSOR_DIMS, VARINT, len(keep) if dim == classes else dim) for dim in dims)
    rest = edit(tensor, lambda number, kind, value: None if number in (TENSOR_DIMS, TENSOR_RAW) else value)
    return head + rest + field(TENSOR_RAW, BYTES, kept.tobytes())


def metadata(model, key):
    for number, _, value in fields(model):
        if number == MODEL_METADATA:
            entry = {n: bytes(v) for n, _, v in fields(value)}
            if entry.get(ENTRY_KEY, b"").decode() == key:
                return entry[ENTRY_VALUE].decode()
    raise ValueError(f"the model has no metadata named {key}")


def relabel_output(value_info, classes, kept):
    """Returns the output's declared shape with the new number of classes."""

    def dim(number, kind, value):
        return kept if number == DIM_VALUE and kind == VARINT and value == classes else value

    def nested(path):
        if not path:
            return dim
        return lambda number, kind, value: (
            edit(value, nested(path[1:])) if number == path[0] and kind == BYTES else value
        )

    return edit(value_info, nested([VALUE_TYPE, TYPE_TENSOR, TENSOR_SHAPE, SHAPE_DIM]))


def prune(model, wanted):
    """Returns the model with only the characters for which `wanted(character)` is true, and these characters in order.

    Class 0 is the blank of the CTC alphabet and the last class is the space; both are kept.
    """
    characters = metadata(model, "character").splitlines()
    classes = len(characters) + 2
    keep = [0] + [i + 1 for i, c in enumerate(characters) if wanted(c)] + [classes - 1]
    view = memoryview(model)

    def graph(number, kind, value):
        if number == GRAPH_INITIALIZER:
            return select_classes(value, classes, keep)
        if number == GRAPH_OUTPUT:
            return relabel_output(value, classes, len(keep))
        # Omits the shapes of intermediate values, which a runtime infers.
        return None if number == GRAPH_VALUE_INFO else value

    def model_field(number, kind, value):
        if number == MODEL_METADATA:
            return None
        return edit(value, graph) if number == MODEL_GRAPH else value

    return edit(view, model_field), [characters[i - 1] for i in keep[1:-1]]
