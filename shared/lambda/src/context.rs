//! Creates the dependencies of a function from its environment.

use crate::Error;
use crate::jobs::JobsTopic;
use crate::mobile_push::MobilePush;
use application::config::{Config, Environment, ProcessEnvironment};
use application::deps::Deps;
use application::erase::Eraser;
use application::identity::Verifier;
use application::jobs::{Background, Handover};
use aws_types::SdkConfig;
use push::{Phones, Push, Pusher, VapidKeys, WebPush};
use std::sync::Arc;
use store::Store;
use store::receipts::{Receipts, S3Pictures};
use system::clock::SystemClock;
use system::ids::{IdSource, SystemIds};

/// The maximum rate at which a job writes. A partition accepts 1,000 units; the rest is for requests.
const JOB_WRITE_UNITS_PER_SECOND: f64 = 800.0;

/// The dependencies of all functions, and constructors for others: a function links only those that it uses.
#[derive(Debug)]
pub struct FunctionContext {
    pub aws: SdkConfig,
    pub deps: Deps,
}

impl FunctionContext {
    pub(crate) fn from_environment() -> Result<Self, Error> {
        let config = Config::from_environment(&ProcessEnvironment, "https://localhost")?;
        let aws = system::aws::from_environment();
        let ids: Arc<dyn IdSource> = Arc::new(SystemIds);
        let store =
            Store::new(store::table_client((&aws).into(), system::aws::table_timeouts()), &config.table, ids.clone())
                .with_paced_jobs(JOB_WRITE_UNITS_PER_SECOND);
        let identity = &config.identity;
        let verifier = Verifier::new(&identity.issuer, &identity.audience, &identity.keys_url);
        let verifier = Arc::new(verifier.with_pinned(identity.pinned_keys.clone()));
        let clock = Arc::new(SystemClock::default());
        let deps = Deps { store, verifier, clock, ids, config: Arc::new(config) };
        Ok(Self { aws, deps })
    }

    pub fn receipts(&self) -> Receipts {
        Receipts::new(S3Pictures::new(&self.aws, system::aws::s3_endpoint(), &self.deps.config.bucket))
    }

    /// Returns the deletion of accounts in the table, the bucket, and SNS.
    pub fn eraser(&self) -> Eraser {
        let phones = self.phones().map(|phones| Arc::new(phones) as Arc<dyn Phones>);
        Eraser { store: self.deps.store.clone(), receipts: self.receipts(), phones }
    }

    /// Returns the topic that invokes the function that continues a job.
    pub fn handover(&self) -> Result<Arc<dyn Handover>, Error> {
        let arn = ProcessEnvironment.get("LARDER_JOBS_TOPIC").ok_or("LARDER_JOBS_TOPIC is not set")?;
        Ok(Arc::new(JobsTopic { client: aws_sdk_sns::Client::new(&self.aws), arn }))
    }

    pub fn background(&self) -> Result<Background, Error> {
        Ok(Background::with_handover(self.handover()?))
    }

    /// Returns the client of push services, with the keys of `LARDER_PUSH_KEYS`; `None` without keys.
    pub fn pusher(&self) -> Result<Option<Arc<dyn Pusher>>, Error> {
        let env = ProcessEnvironment;
        let Some(keys) = env.get("LARDER_PUSH_KEYS").filter(|keys| !keys.is_empty()) else { return Ok(None) };
        let keys = VapidKeys::from_json(&keys, &env.text("LARDER_PUSH_CONTACT", &self.deps.config.site_url))?;
        let mobile = self.phones().map(|phones| Box::new(phones) as Box<dyn Phones>);
        let web = WebPush::new(keys, self.deps.config.push_hosts.clone(), Arc::new(SystemClock::default()));
        Ok(Some(Arc::new(Push { web, mobile, receivers: Arc::default() })))
    }

    /// Returns the client of SNS mobile push, if `LARDER_PUSH_APPLICATION_ARN` is set.
    fn phones(&self) -> Option<MobilePush> {
        let application = ProcessEnvironment.text("LARDER_PUSH_APPLICATION_ARN", "");
        (!application.is_empty()).then(|| MobilePush::new(aws_sdk_sns::Client::new(&self.aws), &application))
    }
}
