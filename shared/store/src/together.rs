//! Single writes of many users in one call.
//!
//! The job claims and moves a row of each due user. Making, signing and reading those calls was half of its processor time. So conditional writes that
//! several looks make at one moment travel in one `BatchExecuteStatement`: each has its own condition and outcome and costs the units that it costs alone.
//!
//! The answer is only ever that a write was made. Whatever else becomes of a statement (its condition does not hold, it is throttled, the answer is
//! lost), its owner makes the same write once more by itself, as if there were no batches; that call knows what a refusal means.

use super::keys::{Key, PK, SK};
use super::{Attributes, Meter, Store, Write};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, BatchStatementRequest, ReturnConsumedCapacity};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// DynamoDB's limit for one batch of statements.
const MOST_STATEMENTS: usize = 25;
/// How long the first write of a batch waits for others, where others may come. A look spends ten times as long waiting for a push service.
const LINGER: Duration = Duration::from_millis(20);

/// Where the writes of one run come together.
#[derive(Clone, Debug)]
pub struct Together {
    queue: mpsc::UnboundedSender<Waiting>,
    at_work: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct Waiting {
    statement: Statement,
    made: oneshot::Sender<bool>,
}

/// A conditional write in the words of `PartiQL`.
#[derive(Debug)]
struct Statement {
    text: String,
    parameters: Vec<AttributeValue>,
}

/// Attributes to set and to remove where another one is as it was seen.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub key: Key,
    pub set: Vec<(&'static str, AttributeValue)>,
    pub remove: &'static [&'static str],
    pub only_if: (&'static str, AttributeValue),
}

impl Change {
    /// The same change as a call of its own.
    pub fn alone(self) -> Write {
        let mut values = vec![(":seen".to_owned(), self.only_if.1)];
        let set = self.set.into_iter().enumerate().map(|(n, (name, value))| {
            values.push((format!(":v{n}"), value));
            format!("{name} = :v{n}")
        });
        let set = set.collect::<Vec<_>>().join(", ");
        let remove = if self.remove.is_empty() { String::new() } else { format!(" REMOVE {}", self.remove.join(", ")) };
        Write::Update {
            key: self.key,
            expression: format!("SET {set}{remove}"),
            condition: Some(format!("{} = :seen", self.only_if.0)),
            names: vec![],
            values,
        }
    }

    fn statement(&self, table: &str) -> Statement {
        let set = self.set.iter().map(|(name, _)| format!("SET \"{name}\"=?"));
        let clauses: Vec<String> = set.chain(self.remove.iter().map(|name| format!("REMOVE \"{name}\""))).collect();
        let (clauses, seen) = (clauses.join(" "), self.only_if.0);
        let text = format!("UPDATE \"{table}\" {clauses} WHERE \"{PK}\"=? AND \"{SK}\"=? AND \"{seen}\"=?");
        let Key { pk, sk } = self.key.clone();
        let place = [AttributeValue::S(pk), AttributeValue::S(sk), self.only_if.1.clone()];
        let parameters = self.set.iter().map(|(_, value)| value.clone()).chain(place).collect();
        Statement { text, parameters }
    }
}

/// A row that is not there yet.
fn insertion(table: &str, row: &Attributes) -> Statement {
    let mut row: Vec<_> = row.iter().collect();
    // One order for every row of a kind, so that its text is the same each time.
    row.sort_by_key(|(name, _)| *name);
    let fields: Vec<String> = row.iter().map(|(name, _)| format!("'{name}':?")).collect();
    Statement {
        text: format!("INSERT INTO \"{table}\" VALUE {{{}}}", fields.join(",")),
        parameters: row.into_iter().map(|(_, value)| value.clone()).collect(),
    }
}

impl Store {
    /// This store for many looks at once, and what has to run beside them for as long as they do.
    pub fn together(&self) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let (queue, waiting) = mpsc::unbounded_channel();
        let at_work = Arc::new(AtomicUsize::new(0));
        let batches = collect(self.client.clone(), self.meter.clone(), waiting, at_work.clone());
        (Self { together: Some(Together { queue, at_work }), ..self.clone() }, batches)
    }

    /// How many looks are at work: a batch waits for no more than can come.
    pub fn together_at_work(&self, looks: usize) {
        if let Some(together) = &self.together {
            together.at_work.store(looks, Ordering::Relaxed);
        }
    }

    /// Whether a change was made together with others. Where not, it is to be made alone.
    pub(super) async fn changed_together(&self, change: &Change) -> bool {
        match &self.together {
            Some(together) => together.made(change.statement(&self.table)).await,
            None => false,
        }
    }

    /// Whether a row was inserted together with others. Where not, it is to be put alone.
    pub(super) async fn inserted_together(&self, row: &Attributes) -> bool {
        match &self.together {
            Some(together) => together.made(insertion(&self.table, row)).await,
            None => false,
        }
    }
}

impl Together {
    async fn made(&self, statement: Statement) -> bool {
        let (made, outcome) = oneshot::channel();
        self.queue.send(Waiting { statement, made }).is_ok() && outcome.await.unwrap_or(false)
    }
}

/// Makes batches of what comes, for as long as something can come.
async fn collect(client: Client, meter: Meter, mut queue: mpsc::UnboundedReceiver<Waiting>, at_work: Arc<AtomicUsize>) {
    let mut calls = JoinSet::new();
    while let Some(first) = queue.recv().await {
        let mut batch = vec![first];
        let until = Instant::now() + LINGER;
        while batch.len() < MOST_STATEMENTS.min(at_work.load(Ordering::Relaxed)) {
            let Ok(Some(next)) = timeout_at(until, queue.recv()).await else { break };
            batch.push(next);
        }
        while calls.try_join_next().is_some() {}
        calls.spawn(execute(client.clone(), meter.clone(), batch));
    }
    calls.join_all().await;
}

async fn execute(client: Client, meter: Meter, batch: Vec<Waiting>) {
    let (statements, owners): (Vec<_>, Vec<_>) =
        batch.into_iter().map(|Waiting { statement, made }| (request(statement), made)).unzip();
    let call = client
        .batch_execute_statement()
        .set_statements(Some(statements))
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    let answer = match call.send().await {
        Ok(answer) => answer,
        Err(error) => {
            let error = super::StoreError::from_sdk("BatchExecuteStatement", error);
            tracing::warn!(%error, "writes could not be made together; each is made alone");
            return;
        }
    };
    for capacity in answer.consumed_capacity() {
        meter.write(Some(capacity));
    }
    for (owner, response) in owners.into_iter().zip(answer.responses()) {
        // Nobody listens any more where the run has ended: what was written stays, as after any lost answer.
        let _ = owner.send(response.error().is_none());
    }
}

fn request(statement: Statement) -> BatchStatementRequest {
    BatchStatementRequest::builder()
        .statement(statement.text)
        .set_parameters(Some(statement.parameters))
        .build()
        .expect("the statement is given")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> AttributeValue {
        AttributeValue::S(value.into())
    }

    fn change() -> Change {
        Change {
            key: Key { pk: "U#a".into(), sk: "META".into() },
            set: vec![("told_on", text("2026-11-22")), ("last_check", AttributeValue::N("7".into()))],
            remove: &["GSI1PK", "GSI1SK"],
            only_if: ("GSI1SK", text("2026-11-22T09:00:00.000Z")),
        }
    }

    #[test]
    fn a_change_says_the_same_alone_and_together() {
        let statement = change().statement("larder");
        assert_eq!(
            statement.text,
            "UPDATE \"larder\" SET \"told_on\"=? SET \"last_check\"=? REMOVE \"GSI1PK\" REMOVE \"GSI1SK\" WHERE \"PK\"=? AND \"SK\"=? AND \"GSI1SK\"=?"
        );
        let expected = [
            text("2026-11-22"),
            AttributeValue::N("7".into()),
            text("U#a"),
            text("META"),
            text("2026-11-22T09:00:00.000Z"),
        ];
        assert_eq!(statement.parameters, expected);
        let Write::Update { expression, condition, values, .. } = change().alone() else { panic!("an update") };
        assert_eq!(expression, "SET told_on = :v0, last_check = :v1 REMOVE GSI1PK, GSI1SK");
        assert_eq!(condition.as_deref(), Some("GSI1SK = :seen"));
        assert_eq!(values.len(), 3);
    }

    #[test]
    fn a_row_is_inserted_with_all_its_attributes() {
        let row: Attributes = [("SK".to_owned(), text("N#1")), ("PK".to_owned(), text("U#a"))].into();
        let statement = insertion("larder", &row);
        assert_eq!(statement.text, "INSERT INTO \"larder\" VALUE {'PK':?,'SK':?}");
        assert_eq!(statement.parameters, [text("U#a"), text("N#1")]);
    }
}
