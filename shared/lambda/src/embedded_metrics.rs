//! Writes log events of the target `application::metrics::TARGET` as metrics, in the [embedded metric format].
//!
//! [embedded metric format]: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html

use serde_json::{Map, Value, json};
use std::io::Write;
use std::sync::Arc;
use system::clock::Clock;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

const NAMESPACE: &str = "Larder";

/// Writes lines that `CloudWatch` reads as metrics, with the function's name as dimension.
#[derive(Debug)]
pub struct EmbeddedMetrics {
    function: String,
    clock: Arc<dyn Clock>,
}

impl EmbeddedMetrics {
    pub fn new(function: String, clock: Arc<dyn Clock>) -> Self {
        Self { function, clock }
    }
}

impl<S: Subscriber> Layer<S> for EmbeddedMetrics {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut numbers = NumberFields::default();
        event.record(&mut numbers);
        if !numbers.0.is_empty() {
            let line = format_line(&self.function, numbers.0, self.clock.now().timestamp_millis());
            // A failure to write the log cannot be reported.
            let _ = std::io::stdout().write_all(line.as_bytes());
        }
    }
}

/// Returns a metric's unit by its name: `ReadingInMilliseconds`.
fn unit(name: &str) -> &'static str {
    match name.rsplit_once("In").map(|(_, unit)| unit) {
        Some("Seconds") => "Seconds",
        Some("Milliseconds") => "Milliseconds",
        _ => "Count",
    }
}

fn format_line(function: &str, numbers: Map<String, Value>, milliseconds: i64) -> String {
    let metrics: Vec<Value> = numbers.keys().map(|name| json!({"Name": name, "Unit": unit(name)})).collect();
    let about = json!({
        "Timestamp": milliseconds,
        "CloudWatchMetrics": [{"Namespace": NAMESPACE, "Dimensions": [["Function"]], "Metrics": metrics}],
    });
    let mut line = numbers;
    line.insert("_aws".into(), about);
    line.insert("Function".into(), function.into());
    Value::Object(line).to_string() + "\n"
}

#[derive(Default)]
struct NumberFields(Map<String, Value>);

impl Visit for NumberFields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.insert(field.name().into(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().into(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().into(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().into(), u8::from(value).into());
    }

    // Only numbers are metrics.
    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_embedded_metric_format() {
        let numbers = Map::from_iter([("Failed".into(), json!(3)), ("LagInSeconds".into(), json!(61.5))]);
        let written: Value =
            serde_json::from_str(&format_line("larder-reminders", numbers, 1_800_000_000_000)).unwrap();
        assert_eq!(
            written,
            json!({
                "_aws": {
                    "Timestamp": 1_800_000_000_000_i64,
                    "CloudWatchMetrics": [{
                        "Namespace": "Larder",
                        "Dimensions": [["Function"]],
                        "Metrics": [{"Name": "Failed", "Unit": "Count"}, {"Name": "LagInSeconds", "Unit": "Seconds"}],
                    }],
                },
                "Function": "larder-reminders",
                "Failed": 3,
                "LagInSeconds": 61.5,
            })
        );
    }
}
