//! Answers in the shapes that Bedrock was recorded to give.
//!
//! The shapes (fields, order, status) are those of pydantic-ai's recordings of Bedrock calls,
//! <https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes/test_bedrock>, seen on 2026-11-22; each
//! function below names its recording. Words, receipts and ids are ours. Real answers differ from the documentation:
//! undocumented fields, a `type` within a tool's use, texts and thoughts around it, errors without a header, and
//! `max_tokens` in mid-sentence.

use super::{Reply, milk_and_bags, read};
use scans::engine::EngineError;
use serde_json::{Value, json};

/// Our tool, used with this input.
fn used(id: &str, input: &Value) -> Value {
    json!({"toolUse": {"input": input, "name": "record_receipt", "toolUseId": id}})
}

/// `test_bedrock_model_structured_output`: Nova appends a text after the tool's use.
fn nova_talks_afterwards() -> Value {
    json!({
        "metrics": {"latencyMs": 400},
        "output": {"message": {
            "content": [used("tooluse_7yQzvQbZR3mW2d0aLrJk4A", &milk_and_bags()),
                {"text": "\n\nMilk and bags were bought."}],
            "role": "assistant",
        }},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 9_627, "outputTokens": 252, "serverToolUsage": {}, "totalTokens": 9_879},
    })
}

/// `test_bedrock_model_retry`: Nova thinks aloud, in a text before the use of the tool.
fn nova_thinks_aloud() -> Value {
    json!({
        "metrics": {"latencyMs": 396},
        "output": {"message": {
            "content": [
                {"text": "<thinking> There are two lines. I will call record_receipt.</thinking>\n"},
                used("tooluse_1hXvTq8pQ2GkYw5nBfEzCg", &milk_and_bags()),
            ],
            "role": "assistant",
        }},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 9_426, "outputTokens": 254, "serverToolUsage": {}, "totalTokens": 9_680},
    })
}

/// `test_bedrock_anthropic_tool_with_thinking`: Claude's signed thoughts, a text, and a tool's use with a `type`;
/// counts of cached tokens twice.
fn claude_thinks_first() -> Value {
    let mut tool = used("tooluse_9aBcPw-XS4eLmzo_-qWErT", &milk_and_bags());
    tool["toolUse"]["type"] = json!("tool_use");
    json!({
        "metrics": {"latencyMs": 2_286},
        "output": {"message": {
            "content": [
                {"reasoningContent": {"reasoningText": {"signature": "c2lnbmVkIGJ5IG5vYm9keQ==",
                    "text": "Two lines.\n\nBoth are legible."}}},
                {"text": "I'll record both lines."},
                tool,
            ],
            "role": "assistant",
        }},
        "stopReason": "tool_use",
        "usage": {
            "cacheReadInputTokenCount": 0, "cacheReadInputTokens": 0, "cacheWriteInputTokenCount": 0,
                "cacheWriteInputTokens": 0,
            "inputTokens": 9_397, "outputTokens": 338, "serverToolUsage": {}, "totalTokens": 9_735,
        },
    })
}

/// `test_bedrock_moonshotai_tool_call`: thoughts without a signature, and an id that is no `tooluse_`.
fn kimi_names_its_calls() -> Value {
    json!({
        "metrics": {"latencyMs": 1_169},
        "output": {"message": {
            "content": [
                {"reasoningContent": {"reasoningText": {"text": " Two lines, one of them no food."}}},
                used("functions.record_receipt:0", &milk_and_bags()),
            ],
            "role": "assistant",
        }},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 9_092, "outputTokens": 275, "serverToolUsage": {}, "totalTokens": 9_367},
    })
}

/// `test_bedrock_model_max_tokens`.
fn cut_off() -> Value {
    json!({
        "metrics": {"latencyMs": 215},
        "output": {"message": {"content": [{"text": "The receipt shows whole"}], "role": "assistant"}},
        "stopReason": "max_tokens",
        "usage": {"inputTokens": 9_013, "outputTokens": 5, "serverToolUsage": {}, "totalTokens": 9_018},
    })
}

/// `test_bedrock_model_retry`, its second answer: a text where the tool was to be used.
fn only_a_text() -> Value {
    json!({
        "metrics": {"latencyMs": 427},
        "output": {"message": {
            "content": [{"text": "<thinking> The picture cannot be read.</thinking> \n\nPlease send another one."}],
            "role": "assistant",
        }},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 9_521, "outputTokens": 60, "serverToolUsage": {}, "totalTokens": 9_581},
    })
}

#[tokio::test]
async fn ignores_text_around_the_tool_use() {
    let plain = read(vec![super::tool_use(milk_and_bags())]).await.0.unwrap();
    assert_eq!(plain.items.len(), 2);
    let recorded = [nova_talks_afterwards(), nova_thinks_aloud(), claude_thinks_first(), kimi_names_its_calls()];
    for (n, answer) in recorded.into_iter().enumerate() {
        let (outcome, fake) = read(vec![Reply::Answer(answer)]).await;
        let receipt = outcome.unwrap();
        assert_eq!(receipt.items, plain.items, "{n}");
        assert_eq!((receipt.balanced, receipt.total), (Some(true), Some(13.47)), "{n}");
        assert_eq!(fake.calls(), 1, "{n}");
    }
}

#[tokio::test]
async fn leaves_an_answer_without_the_tool_to_the_embedded_reader() {
    for answer in [cut_off(), only_a_text()] {
        let (outcome, fake) = read(vec![Reply::Answer(answer)]).await;
        assert!(matches!(outcome, Err(EngineError::Engine(_))), "{outcome:?}");
        assert_eq!(fake.calls(), 1);
    }
}

/// `test_bedrock_throttling_error` and `test_bedrock_server_error`: the error's type is in the body and in no header.
#[tokio::test]
async fn retries_an_error_that_names_itself_in_its_body_once() {
    for (status, kind, message) in
        [(429, "ThrottlingException", "Rate exceeded"), (500, "InternalServerError", "Internal error")]
    {
        let error = Reply::Body(status, json!({"__type": kind, "message": message}));
        let (outcome, fake) = read(vec![error, Reply::Answer(nova_thinks_aloud())]).await;
        assert_eq!(outcome.map(|receipt| receipt.items.len()).ok(), Some(2), "{kind}");
        assert_eq!(fake.calls(), 2, "{kind}");
    }
}

/// `test_bedrock_error`: no type in the recording, and a sentence about the model.
#[tokio::test]
async fn asks_a_missing_model_once() {
    let error = Reply::Body(400, json!({"message": "The provided model identifier is invalid."}));
    let (outcome, fake) = read(vec![error]).await;
    assert!(matches!(outcome, Err(EngineError::Engine(_))), "{outcome:?}");
    assert_eq!(fake.calls(), 1);
}
