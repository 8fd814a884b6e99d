//! A neural network that is run in parts, its depthwise convolutions by our own code.
//!
//! `rten` multiplies matrices as fast as a processor can, and takes the columns of a depthwise convolution one by one:
//! that alone was 28 % of the time of a receipt. It lets a model be entered and left at any value, so between two such
//! convolutions it does the work, and they are done here.

mod depthwise;
mod onnx;

use depthwise::Depthwise;
use rten::{Model, NodeId, RunError, RunOptions, ThreadPool, Value, ValueOrView, ValueView};
use rten_tensor::{NdTensor, NdTensorView};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub struct Network {
    model: Model,
    input: NodeId,
    output: NodeId,
    cuts: Vec<Cut>,
}

/// A convolution that is taken out of the model.
struct Cut {
    conv: Depthwise,
    /// What it takes and what it gives.
    from: NodeId,
    to: NodeId,
    /// What else is known before it and needed after it; `from` may be among it.
    others: Vec<NodeId>,
}

impl Network {
    /// Nothing where the model has not one input and one output.
    pub fn new(model: Model, file: &[u8]) -> Option<Self> {
        let (&input, &output) = (model.input_ids().first()?, model.output_ids().first()?);
        let cuts = cuts(&model, &onnx::graph(file), input);
        Some(Self { model, input, output, cuts })
    }

    /// Runs the whole of it. The threads are those that matrices are multiplied on.
    pub fn run(&self, input: NdTensor<f32, 4>, threads: Option<&Arc<ThreadPool>>) -> Result<Value, RunError> {
        let options = || {
            let mut options = RunOptions::default();
            options.thread_pool = threads.cloned();
            options
        };
        let mut known: HashMap<NodeId, Value> = HashMap::from([(self.input, Value::from(input))]);
        for cut in &self.cuts {
            let needed =
                || std::iter::once(cut.from).chain(cut.others.iter().copied().filter(|other| *other != cut.from));
            let missing: Vec<NodeId> = needed().filter(|id| !known.contains_key(id)).collect();
            if !missing.is_empty() {
                let inputs = inputs(&mut known, |id| needed().any(|needed| needed == id));
                let found = self.model.run(inputs, &missing, Some(options()))?;
                known.retain(|id, _| needed().any(|needed| needed == *id));
                known.extend(missing.into_iter().zip(found));
            }
            let result = match known.get(&cut.from).map(Value::as_view) {
                Some(ValueView::FloatTensor(tensor)) => {
                    let tensor: NdTensorView<f32, 4> = tensor.try_into().expect("pictures have four axes");
                    cut.conv.run(&tensor)
                }
                _ => unreachable!("the model gave what it was asked for"),
            };
            known.retain(|id, _| cut.others.contains(id));
            known.insert(cut.to, Value::from(result));
        }
        let inputs = known.into_iter().map(|(id, value)| (id, ValueOrView::Value(value))).collect();
        self.model.run(inputs, &[self.output], Some(options())).map(|mut found| found.remove(0))
    }
}

/// Values for a part of the model: those that are needed once more are lent, the others are the model's to overwrite.
fn inputs(known: &mut HashMap<NodeId, Value>, is_needed: impl Fn(NodeId) -> bool) -> Vec<(NodeId, ValueOrView<'_>)> {
    let spent: Vec<NodeId> = known.keys().copied().filter(|id| !is_needed(*id)).collect();
    let spent: Vec<(NodeId, Value)> = spent.into_iter().filter_map(|id| known.remove_entry(&id)).collect();
    let spent = spent.into_iter().map(|(id, value)| (id, ValueOrView::Value(value)));
    let lent = known.iter().map(|(id, value)| (*id, ValueOrView::View(value.as_view())));
    spent.chain(lent).collect()
}

/// The depthwise convolutions of a model that can be taken out of it, in their order.
fn cuts(model: &Model, graph: &onnx::Graph<'_>, input: NodeId) -> Vec<Cut> {
    let constant = constants(graph);
    let mut produced: Vec<&str> = model.node_info(input).and_then(|info| info.name()).into_iter().collect();
    let mut cuts = Vec::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        produced.extend(node.outputs.iter().copied().filter(|name| !constant.contains(name)));
        let Some((conv, result)) = depthwise(graph, at) else { continue };
        // Everything up to the result is done; what of it anything else takes later has to be handed on.
        let done = graph.nodes.iter().position(|node| node.outputs.contains(&result)).unwrap_or(at);
        let between: HashSet<&str> =
            graph.nodes[at..=done].iter().flat_map(|node| node.outputs.iter().copied()).collect();
        let later: HashSet<&str> =
            graph.nodes[done + 1..].iter().flat_map(|node| node.inputs.iter().copied()).collect();
        let live = produced.iter().filter(|name| later.contains(*name) && !between.contains(*name));
        let others: Option<Vec<NodeId>> = live.map(|name| source(model, graph, name)).collect();
        let ends = source(model, graph, node.inputs[0]).zip(source(model, graph, result));
        if let (Some((from, to)), Some(others)) = (ends, others) {
            cuts.push(Cut { conv, from, to, others });
        }
    }
    cuts
}

/// The value of the model that a name of the file stands for. Steps that change nothing are left out of the model when
/// it is loaded: what they take is what they give.
fn source(model: &Model, graph: &onnx::Graph<'_>, name: &str) -> Option<NodeId> {
    match graph.nodes.iter().find(|node| node.outputs.contains(&name)) {
        Some(node) if node.operator == "Identity" => source(model, graph, node.inputs.first()?),
        _ => model.find_node(name),
    }
}

/// The names of what does not depend on the picture.
fn constants<'a>(graph: &onnx::Graph<'a>) -> HashSet<&'a str> {
    let mut constant: HashSet<&str> = graph.constants.keys().copied().collect();
    for node in &graph.nodes {
        if node.inputs.iter().all(|input| input.is_empty() || constant.contains(input)) {
            constant.extend(&node.outputs);
        }
    }
    constant
}

/// The depthwise convolution at a place and what it gives with its bias added, which the model does in one step.
fn depthwise<'a>(graph: &onnx::Graph<'a>, at: usize) -> Option<(Depthwise, &'a str)> {
    let node = &graph.nodes[at];
    let setting =
        |name: &str, otherwise: &[usize]| node.settings.get(name).cloned().unwrap_or_else(|| otherwise.to_vec());
    let weights = graph.constants.get(node.inputs.get(1)?)?;
    let [channels, 1, high, wide] = weights.dims[..] else { return None };
    let is_depthwise =
        node.operator == "Conv" && node.inputs.len() == 2 && channels > 1 && setting("group", &[1]) == [channels];
    let (pads, strides) = (setting("pads", &[0; 4]), setting("strides", &[1; 2]));
    let [above, left, below, right] = pads[..] else { return None };
    let [down, across] = strides[..] else { return None };
    if !is_depthwise || above != below || left != right || setting("dilations", &[1; 2]) != [1, 1] {
        return None;
    }
    let result = *node.outputs.first()?;
    let mut takers = graph.nodes.iter().filter(|node| node.inputs.contains(&result));
    let (add, None) = (takers.next()?, takers.next()) else { return None };
    let ("Add", [one, other]) = (add.operator, &add.inputs[..]) else { return None };
    let bias = floats(graph, if *one == result { other } else { one })?;
    let weights = weights.values();
    let conv = Depthwise { weights, bias, window: [high, wide], strides: [down, across], padding: [above, left] };
    (conv.bias.len() == channels).then_some((conv, *add.outputs.first()?))
}

/// A constant, whatever form it was brought into.
fn floats(graph: &onnx::Graph<'_>, name: &str) -> Option<Vec<f32>> {
    if let Some(tensor) = graph.constants.get(name) {
        return Some(tensor.values());
    }
    let node = graph.nodes.iter().find(|node| node.outputs.contains(&name))?;
    matches!(node.operator, "Identity" | "Reshape").then(|| floats(graph, node.inputs.first()?))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::models::Models;
    use proptest::prelude::*;
    use rten_tensor::prelude::*;

    fn picture(shape: [usize; 4]) -> NdTensor<f32, 4> {
        let mut state = 7_u32;
        let values = (0..shape.iter().product::<usize>()).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u8::try_from(state >> 24).expect("eight bits")) / 127.5 - 1.0
        });
        NdTensor::from_data(shape, values.collect::<Vec<_>>())
    }

    #[test]
    fn computes_a_network_in_parts_as_the_whole() {
        let models = Models::shared().unwrap();
        for (network, least, shape) in
            [(&models.detection, 17, [1, 3, 64, 96]), (&models.recognition, 13, [2, 3, 48, 64])]
        {
            assert!(network.cuts.len() >= least, "the convolutions are found: {}", network.cuts.len());
            let input = picture(shape);
            let whole = network.model.run_one(input.view().into(), None).unwrap();
            let parts = network.run(input, None).unwrap();
            let (Value::FloatTensor(whole), Value::FloatTensor(parts)) = (whole, parts) else {
                panic!("networks give floats")
            };
            assert_eq!(whole.shape(), parts.shape());
            let furthest = whole.iter().zip(parts.iter()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(furthest < 1e-3, "{furthest}");
        }
    }

    /// The definition, pixel by pixel.
    fn plain(conv: &Depthwise, input: &NdTensor<f32, 4>) -> NdTensor<f32, 4> {
        let [batch, channels, rows, columns] = input.shape();
        let size =
            |length: usize, axis: usize| (length + 2 * conv.padding[axis] - conv.window[axis]) / conv.strides[axis] + 1;
        let mut out = NdTensor::zeros([batch, channels, size(rows, 0), size(columns, 1)]);
        for at in out.indices() {
            let [n, c, y, x] = at;
            let mut sum = conv.bias[c];
            for down in 0..conv.window[0] {
                for across in 0..conv.window[1] {
                    let place = (y * conv.strides[0] + down)
                        .checked_sub(conv.padding[0])
                        .zip((x * conv.strides[1] + across).checked_sub(conv.padding[1]));
                    let value = place.and_then(|(row, column)| input.get([n, c, row, column]));
                    sum += value.unwrap_or(&0.0) * conv.weights[(c * conv.window[0] + down) * conv.window[1] + across];
                }
            }
            out[at] = sum;
        }
        out
    }

    proptest! {
        #[test]
        fn computes_a_depthwise_convolution_as_defined(
            window in prop::sample::select(vec![[3, 3], [7, 7], [1, 7], [5, 3]]), strides in prop::sample::select(vec![[1, 1], [2, 1], [2, 2]]),
            rows in 1_usize..9, columns in 1_usize..20, channels in 1_usize..4,
        ) {
            let weights = picture([1, channels, window[0], window[1]]).into_data();
            let bias = picture([1, 1, 1, channels]).into_data();
            let padding = [window[0] / 2, window[1] / 2];
            let conv = Depthwise { weights, bias, window, strides, padding };
            let input = picture([2, channels, rows, columns]);
            let (fast, slow) = (conv.run(&input.view()), plain(&conv, &input));
            prop_assert_eq!(fast.shape(), slow.shape());
            prop_assert!(fast.iter().zip(slow.iter()).all(|(a, b)| (a - b).abs() < 1e-4));
        }

        #[test]
        fn finds_no_convolutions_in_another_file(noise in prop::collection::vec(any::<u8>(), 0..300)) {
            let graph = onnx::graph(&noise);
            prop_assert!((0..graph.nodes.len()).all(|at| depthwise(&graph, at).is_none()));
        }
    }
}
