//! Injects failing calls. A process that dies at a call looks from outside like one whose calls all fail from there on.
//! So a crash needs no killed process, and happens at exactly the same call again.

use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextRef, BeforeTransmitInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use std::sync::Mutex;

/// On which side of a call something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The call never left.
    Before,
    /// The call was carried out, and its answer is lost.
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Dead from this call on.
    Crash(u64, Side),
    /// One call fails, and the process lives on.
    Once(u64, Side),
}

#[derive(Debug, Default)]
struct State {
    calls: u64,
    fault: Option<Fault>,
    dead: bool,
}

/// Counts the calls that a run makes, to the table and to push services, and lets one of them fail.
#[derive(Debug, Default)]
pub struct Faults(Mutex<State>);

impl Faults {
    /// Restarts the count, with or without a fault ahead.
    pub fn arm(&self, fault: Option<Fault>) {
        *self.0.lock().unwrap() = State { fault, ..State::default() };
    }

    /// Returns the number of calls since it was armed.
    pub fn calls(&self) -> u64 {
        self.0.lock().unwrap().calls
    }

    /// A call is about to be made.
    pub fn before(&self) -> Result<(), BoxError> {
        let mut state = self.0.lock().unwrap();
        let call = state.calls;
        state.calls += 1;
        match state.fault {
            _ if state.dead => Err("the process is dead".into()),
            Some(Fault::Crash(at, Side::Before)) if at == call => {
                state.dead = true;
                Err("the process died before this call".into())
            }
            Some(Fault::Once(at, Side::Before)) if at == call => Err("this call failed".into()),
            _ => Ok(()),
        }
    }

    /// The latest call was carried out.
    pub fn after(&self) -> Result<(), BoxError> {
        let mut state = self.0.lock().unwrap();
        let call = state.calls.saturating_sub(1);
        match state.fault {
            Some(Fault::Crash(at, Side::After)) if at == call => {
                state.dead = true;
                Err("the process died after this call".into())
            }
            Some(Fault::Once(at, Side::After)) if at == call => Err("the answer was lost".into()),
            _ => Ok(()),
        }
    }
}

/// The same for the calls to the table.
#[derive(Debug)]
pub struct FaultyTable(pub std::sync::Arc<Faults>);

impl Intercept for FaultyTable {
    fn name(&self) -> &'static str {
        "FaultyTable"
    }

    fn modify_before_transmit(
        &self,
        _: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.before()
    }

    fn read_after_transmit(
        &self,
        _: &BeforeDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.after()
    }
}
