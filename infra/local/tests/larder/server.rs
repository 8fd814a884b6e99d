//! A complete Larder for one test: a table and pictures in a temporary folder, a fixed clock, a scripted reader.

use crate::contract::assert_documented;
pub use crate::scripted_reader::{ScriptedReader, line, picture, picture_body, receipt};
use application::config::{Config, Environment};
use application::deps::Deps;
use application::erase::Eraser;
use application::identity::{PinnedKeys, Verifier};
use application::jobs::Background;
use axum::Router;
use axum::body::Body;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UserId;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use identity::IdentityState;
use identity::signer::{ServiceAccount, Signer, StoredKey, StoredKeys};
use larder::app;
use larder::data::embedded;
use larder::data::folder::DATABASE;
use larder::data::picture_folder::PictureFolder;
use preferences::PreferencesState;
use push::Phones;
use scans::ScansState;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::panic::Location;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use store::Store;
use store::receipts::Receipts;
use system::clock::FixedClock;
use system::ids::{IdSource, SeededIds};
use tempfile::TempDir;
use tower::ServiceExt;
use transfer::TransferState;

/// All tests share one RSA key, because creating one takes long.
static KEYS: LazyLock<String> = LazyLock::new(|| {
    let key = StoredKey::generate("test".into(), start());
    serde_json::to_string(&StoredKeys { keys: vec![key] }).unwrap()
});

/// Returns a service account of another identity provider, with the same key.
fn service_account() -> ServiceAccount {
    let keys: StoredKeys = serde_json::from_str(&KEYS).unwrap();
    let account = json!({"client_email": "larder@example.org", "private_key": keys.keys[0].private_key});
    ServiceAccount::from_json(&account.to_string()).unwrap()
}

/// Returns true if the tests run on another DynamoDB than the embedded one: see `infra/local/tests/moto/run.sh`.
pub fn on_another_engine() -> bool {
    std::env::var_os("LARDER_TEST_DYNAMODB").is_some()
}

/// Returns the time at which every test begins.
pub fn start() -> DateTime<Utc> {
    DateTime::parse_from_rfc3339("2026-11-21T08:00:00.000Z").unwrap().to_utc()
}

/// Creates a store on another engine, with long timeouts: a retry would be counted twice.
fn another_store(endpoint: &str, table: &str, ids: Arc<dyn IdSource>) -> Store {
    use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region, retry::RetryConfig, timeout::TimeoutConfig};
    let timeouts = TimeoutConfig::builder().operation_timeout(std::time::Duration::from_mins(5)).build();
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .endpoint_url(endpoint)
        .http_client(system::aws::http_client(""))
        .credentials_provider(Credentials::new("test", "test", None, None, "tests"))
        .timeout_config(timeouts)
        .retry_config(RetryConfig::disabled());
    Store::new(aws_sdk_dynamodb::Client::from_conf(config.build()), table, ids)
}

struct Settings(HashMap<&'static str, String>);

impl Environment for Settings {
    fn get(&self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }
}

/// Copies a folder with its content.
pub fn copy_all(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Opens a table's file, once for each process. No commit waits for the disk: these tests have no power failures.
fn open(file: &str) -> dynoxide::Database {
    let database = dynoxide::Database::new(file).unwrap();
    database.enable_bulk_loading().unwrap();
    database
}

pub struct TestServer {
    pub deps: Deps,
    pub receipts: Receipts,
    pub clock: FixedClock,
    pub reader: Arc<ScriptedReader>,
    pub signer: Arc<Signer>,
    router: Router,
    database: dynoxide::Database,
    /// Tokens by user and time: signing is slow, and the clock rarely advances.
    tokens: Mutex<HashMap<(String, DateTime<Utc>), String>>,
    folder: TempDir,
}

pub struct TestResponse {
    pub status: StatusCode,
    pub headers: http::HeaderMap,
    pub bytes: Vec<u8>,
}

impl TestResponse {
    /// Returns the body as text, for messages: bytes that are no UTF-8 are replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Expects this status. The message of a failure names the case and has the body.
    #[track_caller]
    pub fn assert_status(&self, status: u16, case: &str) {
        assert_eq!(self.status.as_u16(), status, "{case}: {}", self.text());
    }

    /// Returns the body as JSON, or `Null` if it is empty.
    pub fn json(&self) -> Value {
        if self.bytes.is_empty() {
            return Value::Null;
        }
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The stable code of an error.
    pub fn code(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self.json()
    }

    /// Expects a refusal with this status and stable code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) {
        assert_eq!(self.code(), code, "{}", self.text());
        self.expect(status);
    }
}

/// Repeats `ask` until it returns a value, for at most five minutes.
pub async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let until = std::time::Instant::now() + std::time::Duration::from_mins(5);
    loop {
        if let Some(response) = ask().await {
            return response;
        }
        assert!(std::time::Instant::now() < until, "waited too long until {what}");
        tokio::task::yield_now().await;
    }
}

/// Asserts that a JSON object has these fields, among others.
#[track_caller]
pub fn assert_fields(object: &Value, fields: &Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&object[name], value, "{name} of {object}");
    }
}

/// Returns the names of the entries of a JSON list, in its order.
pub fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

/// A request to send; anonymous by default.
pub struct Call<'a> {
    server: &'a TestServer,
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Call<'_> {
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Authenticates as this user, with a currently valid token.
    pub fn by(self, user: &str) -> Self {
        let token = self.server.token(user);
        self.bearer(&token)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn key(self, key: uuid::Uuid) -> Self {
        self.header("idempotency-key", &key.to_string())
    }

    pub fn keyed(self, key: Option<uuid::Uuid>) -> Self {
        match key {
            Some(key) => self.key(key),
            None => self,
        }
    }

    pub fn json(self, body: &Value) -> Self {
        self.header("content-type", "application/json").raw(body.to_string())
    }

    pub fn raw(mut self, body: impl AsRef<[u8]>) -> Self {
        self.body = body.as_ref().to_vec();
        self
    }

    pub async fn send(self) -> TestResponse {
        let mut request = Request::builder().method(self.method.clone()).uri(&self.path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.header(header::CONTENT_LENGTH, self.body.len()).body(Body::from(self.body)).unwrap();
        let response = self.server.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_documented(&self.method, &self.path, parts.status);
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        TestResponse { status: parts.status, headers: parts.headers, bytes }
    }

    /// Sends it and returns the body of a response with this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> impl Future<Output = Value> {
        let caller = Location::caller();
        async move {
            let response = self.send().await;
            let body = response.text();
            assert_eq!(response.status.as_u16(), status, "at {caller}: {body}");
            response.json()
        }
    }

    /// Sends it and expects a refusal with this status and stable code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &'static str) -> impl Future<Output = ()> {
        let response = self.expect(status);
        async move { assert_eq!(response.await["error"], code) }
    }

    pub async fn status(self) -> u16 {
        self.send().await.status.as_u16()
    }
}

fn router(
    deps: &Deps,
    receipts: &Receipts,
    phones: Option<Arc<dyn Phones>>,
    signer: &Arc<Signer>,
    reader: &Arc<ScriptedReader>,
) -> Router {
    let eraser = Eraser { store: deps.store.clone(), receipts: receipts.clone(), phones };
    let background = Background::default();
    app::functions_router(app::States {
        deps: deps.clone(),
        scans: ScansState::new(deps.clone(), receipts.clone(), reader.clone(), reader.clone()),
        preferences: PreferencesState { deps: deps.clone(), pusher: None },
        transfer: TransferState::new(deps.clone(), eraser.clone(), background.clone()),
        identity: IdentityState { deps: deps.clone(), eraser, background, signer: signer.clone() },
    })
}

impl TestServer {
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    pub async fn start_with(settings: &[(&'static str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let database = open(folder.path().join(DATABASE).to_str().unwrap());
        Self::start_in(folder, database, settings).await
    }

    /// Starts over another table, such as one in memory, which is never cached.
    pub async fn start_on(database: dynoxide::Database, settings: &[(&'static str, &str)]) -> Self {
        Self::start_in(TempDir::new().unwrap(), database, settings).await
    }

    async fn start_in(folder: TempDir, database: dynoxide::Database, settings: &[(&'static str, &str)]) -> Self {
        let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(7));
        let signer = Arc::new(Signer::from_json(&KEYS).unwrap().with_service_account(Some(service_account())));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let site_url = format!("http://{}", listener.local_addr().unwrap());
        let given = [("LARDER_DERIVATION_KEY", "a key that only this test's server has")];
        let settings = given.iter().chain(settings).map(|(name, value)| (*name, (*value).to_owned()));
        let settings = Settings(settings.collect());
        let config = Config::from_environment(&settings, &site_url).unwrap();
        let mut store = embedded::open_store(&database, &config.table, ids.clone()).await.unwrap();
        let pictures = PictureFolder::open(&folder.path().join("pictures"), &site_url, ids.clone()).unwrap();
        let receipts = Receipts::new(pictures);
        // Another engine that speaks DynamoDB's protocol, for the same tests.
        if let Ok(endpoint) = std::env::var("LARDER_TEST_DYNAMODB") {
            let table = format!("larder-{}", (&system::ids::SystemIds as &dyn IdSource).token(12));
            store = another_store(&endpoint, &table, ids.clone());
            store.table_create().await.unwrap();
        }
        let identity = &config.identity;
        let verifier = Arc::new(Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url));
        let clock = FixedClock::at(start());
        let deps = Deps { store, verifier, clock: Arc::new(clock.clone()), ids, config: Arc::new(config) };
        let reader = Arc::new(ScriptedReader::default());
        let router = router(&deps, &receipts, None, &signer, &reader);
        // The key set is fetched over HTTP, as in a deployment.
        let published = router.clone();
        tokio::spawn(async move { axum::serve(listener, published).await });
        Self { deps, receipts, clock, reader, signer, router, database, tokens: Mutex::default(), folder }
    }

    /// Starts another process of the same deployment: the same table, clock and keys, separate memory.
    pub async fn elsewhere(&self) -> Self {
        let folder = TempDir::new().unwrap();
        let (table, ids) = (&self.deps.config.table, self.deps.ids.clone());
        let database = open(&self.database.db_path().unwrap().expect("its table is a file"));
        let store = embedded::open_store(&database, table, ids).await.unwrap();
        self.other_process(Deps { store, ..self.deps.clone() }, self.receipts.clone(), None, folder)
    }

    /// Starts another process with the same clock and keys, which accepts the same tokens. `folder` lasts as long as it does.
    pub fn other_process(
        &self,
        deps: Deps,
        receipts: Receipts,
        phones: Option<Arc<dyn Phones>>,
        folder: TempDir,
    ) -> Self {
        let router = router(&deps, &receipts, phones, &self.signer, &self.reader);
        let (clock, reader, signer, database) =
            (self.clock.clone(), self.reader.clone(), self.signer.clone(), self.database.clone());
        let tokens = Mutex::new(self.tokens.lock().unwrap().clone());
        Self { deps, receipts, clock, reader, signer, router, database, tokens, folder }
    }

    /// Starts another deployment of the same settings and keys over a copy of its table: it has copies of the pictures
    /// and scripts, and a clock and ids of its own.
    pub async fn copy_onto(&self, database: dynoxide::Database) -> Self {
        let folder = TempDir::new().unwrap();
        let config = self.deps.config.clone();
        copy_all(&self.pictures(), &folder.path().join("pictures"));
        let ids: Arc<dyn IdSource> = Arc::new(SeededIds::new(8));
        let store = embedded::open_store(&database, &config.table, ids.clone()).await.unwrap();
        let pictures = PictureFolder::open(&folder.path().join("pictures"), &config.site_url, ids.clone()).unwrap();
        let receipts = Receipts::new(pictures);
        // The first server, which published the keys, may be gone with its test.
        let identity = &config.identity;
        let verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url)
            .with_pinned(PinnedKeys::default().with_set(self.signer.key_set()));
        let clock = FixedClock::at(self.deps.now());
        let deps = Deps { store, verifier: Arc::new(verifier), clock: Arc::new(clock.clone()), ids, config };
        let scripts = self.reader.receipts.lock().unwrap().clone();
        let reader = Arc::new(ScriptedReader { receipts: Mutex::new(scripts), ..ScriptedReader::default() });
        let tokens = Mutex::new(self.tokens.lock().unwrap().clone());
        let router = router(&deps, &receipts, None, &self.signer, &reader);
        Self { deps, receipts, clock, reader, signer: self.signer.clone(), router, database, tokens, folder }
    }

    /// Returns what deletes accounts and data, without a service for phones.
    pub fn eraser(&self) -> Eraser {
        Eraser { store: self.deps.store.clone(), receipts: self.receipts.clone(), phones: None }
    }

    /// Continues all jobs, like the process at its start.
    pub async fn resume_jobs(&self) {
        let state = TransferState::new(self.deps.clone(), self.eraser(), Background::default());
        let now = self.deps.now() + store::JOB_LEASE;
        for job in self.deps.store.job_list_stalled(now).await.unwrap() {
            transfer::run_job(&state, &job.user, now, None).await.unwrap();
        }
        state.eraser.delete_pending_pictures(self.deps.now()).await.unwrap();
    }

    /// Returns the router of `/api` and `/identity`.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub fn database(&self) -> &dynoxide::Database {
        &self.database
    }

    /// Returns the folder of the pictures.
    pub fn pictures(&self) -> std::path::PathBuf {
        self.folder.path().join("pictures")
    }

    /// Returns a token that is valid for an hour.
    pub fn token(&self, user: &str) -> String {
        let identity = &self.deps.config.identity;
        let now = self.deps.now();
        let id = UserId::parse(user).unwrap();
        let sign = || self.signer.sign(&identity.issuer, &identity.audience, &id, None, now, now);
        self.tokens.lock().unwrap().entry((user.to_owned(), now)).or_insert_with(sign).clone()
    }

    pub fn advance(&self, by: TimeDelta) {
        self.clock.advance(by);
    }

    /// Returns the names in a list, in its order.
    pub async fn names(&self, user: &str, path: &str) -> Vec<String> {
        let list = self.get(path).by(user).expect(200).await;
        names(&list).into_iter().map(str::to_owned).collect()
    }

    pub fn call(&self, method: Method, path: &str) -> Call<'_> {
        Call { server: self, method, path: path.into(), headers: vec![], body: vec![] }
    }

    pub fn get(&self, path: &str) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call<'_> {
        self.call(Method::POST, path)
    }

    /// Creates a row as this user; returns the response.
    #[track_caller]
    pub fn create(&self, path: &str, user: &str, body: &Value) -> impl Future<Output = Value> {
        self.post(path).by(user).json(body).expect(201)
    }

    /// Returns the path of a URL of the site.
    pub fn path_of(&self, url: &Value) -> String {
        url.as_str().unwrap().strip_prefix(&self.deps.config.site_url).unwrap().to_owned()
    }

    /// Returns all rows of a partition.
    pub async fn partition(&self, partition: String) -> Vec<Value> {
        self.deps.store.row_list(store::Range::between(partition, "!".into(), "~".into())).await.unwrap()
    }

    pub fn put(&self, path: &str) -> Call<'_> {
        self.call(Method::PUT, path)
    }

    pub fn patch(&self, path: &str) -> Call<'_> {
        self.call(Method::PATCH, path)
    }

    pub fn delete(&self, path: &str) -> Call<'_> {
        self.call(Method::DELETE, path)
    }
}
