//! As much of an ONNX file as is needed to find convolutions in it: protocol buffers, read in place.
//!
//! The files are part of this program and checked by their hashes, so what is not understood is left out and no error.

use std::collections::HashMap;

// Field numbers of onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
const MODEL_GRAPH: u64 = 7;
const GRAPH_NODE: u64 = 1;
const GRAPH_INITIALIZER: u64 = 5;
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const NODE_OPERATOR: u64 = 4;
const NODE_ATTRIBUTE: u64 = 5;
const ATTRIBUTE_NAME: u64 = 1;
const ATTRIBUTE_INT: u64 = 3;
const ATTRIBUTE_INTS: u64 = 8;
const TENSOR_DIMS: u64 = 1;
const TENSOR_TYPE: u64 = 2;
const TENSOR_NAME: u64 = 8;
const TENSOR_RAW: u64 = 9;
const FLOAT32: u64 = 1;

enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of one message, up to the first that is no field.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }
}

impl<'a> Fields<'a> {
    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (u64, Field<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let tag = self.varint()?;
        let field = match tag & 7 {
            0 => Field::Number(self.varint()?),
            1 => Field::Bytes(self.bytes(8)?),
            2 => {
                let length = usize::try_from(self.varint()?).ok()?;
                Field::Bytes(self.bytes(length)?)
            }
            5 => Field::Bytes(self.bytes(4)?),
            _ => return None,
        };
        Some((tag >> 3, field))
    }
}

/// An operation: what it is called, what it takes, what it gives.
#[derive(Debug, Default)]
pub struct Node<'a> {
    pub operator: &'a str,
    pub inputs: Vec<&'a str>,
    pub outputs: Vec<&'a str>,
    /// Whole numbers and lists of them.
    pub settings: HashMap<&'a str, Vec<usize>>,
}

/// A constant of 32-bit floats.
#[derive(Debug, Default)]
pub struct Tensor<'a> {
    pub dims: Vec<usize>,
    raw: &'a [u8],
}

impl Tensor<'_> {
    pub fn values(&self) -> Vec<f32> {
        let floats = self.raw.as_chunks::<4>().0;
        floats.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }
}

/// The operations in the order they are done, and the constants by their names.
#[derive(Debug, Default)]
pub struct Graph<'a> {
    pub nodes: Vec<Node<'a>>,
    pub constants: HashMap<&'a str, Tensor<'a>>,
}

pub fn graph(file: &[u8]) -> Graph<'_> {
    let mut graph = Graph::default();
    let bytes =
        Fields(file).find_map(|field| if let (MODEL_GRAPH, Field::Bytes(bytes)) = field { Some(bytes) } else { None });
    for field in Fields(bytes.unwrap_or_default()) {
        match field {
            (GRAPH_NODE, Field::Bytes(bytes)) => graph.nodes.push(node(bytes)),
            (GRAPH_INITIALIZER, Field::Bytes(bytes)) => {
                if let Some((name, tensor)) = tensor(bytes) {
                    graph.constants.insert(name, tensor);
                }
            }
            _ => {}
        }
    }
    graph
}

fn node(bytes: &[u8]) -> Node<'_> {
    let mut node = Node::default();
    for field in Fields(bytes) {
        match field {
            (NODE_INPUT, Field::Bytes(name)) => node.inputs.push(text(name)),
            (NODE_OUTPUT, Field::Bytes(name)) => node.outputs.push(text(name)),
            (NODE_OPERATOR, Field::Bytes(name)) => node.operator = text(name),
            (NODE_ATTRIBUTE, Field::Bytes(bytes)) => {
                let (name, numbers) = setting(bytes);
                node.settings.insert(name, numbers);
            }
            _ => {}
        }
    }
    node
}

fn setting(bytes: &[u8]) -> (&str, Vec<usize>) {
    let (mut name, mut numbers) = ("", Vec::new());
    for field in Fields(bytes) {
        match field {
            (ATTRIBUTE_NAME, Field::Bytes(bytes)) => name = text(bytes),
            (ATTRIBUTE_INT | ATTRIBUTE_INTS, Field::Number(number)) => numbers.extend(usize::try_from(number)),
            (ATTRIBUTE_INTS, Field::Bytes(packed)) => numbers.extend(unpacked(packed)),
            _ => {}
        }
    }
    (name, numbers)
}

fn tensor(bytes: &[u8]) -> Option<(&str, Tensor<'_>)> {
    let (mut name, mut is_float, mut tensor) = ("", false, Tensor::default());
    for field in Fields(bytes) {
        match field {
            (TENSOR_NAME, Field::Bytes(bytes)) => name = text(bytes),
            (TENSOR_TYPE, Field::Number(kind)) => is_float = kind == FLOAT32,
            (TENSOR_DIMS, Field::Number(number)) => tensor.dims.extend(usize::try_from(number)),
            (TENSOR_DIMS, Field::Bytes(packed)) => tensor.dims.extend(unpacked(packed)),
            (TENSOR_RAW, Field::Bytes(raw)) => tensor.raw = raw,
            _ => {}
        }
    }
    is_float.then_some((name, tensor))
}

/// Several numbers in one field.
fn unpacked(packed: &[u8]) -> Vec<usize> {
    let mut rest = Fields(packed);
    std::iter::from_fn(|| rest.varint()).filter_map(|number| usize::try_from(number).ok()).collect()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}
