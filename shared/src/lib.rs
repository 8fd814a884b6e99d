//! What every Larder function stands on: the domain, the table, the request and its caller.

pub mod domain;
