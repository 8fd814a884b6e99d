//! Serves the table of a running `larder serve` on a loopback port, for tests that run the functions beside it as Lambda
//! does.
//!
//! `table FILE` opens the same `SQLite` file a second time and prints its address. `larder` itself opens no port for
//! it.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a test's own program, which ends where it cannot serve")]

#[path = "../tests/support/table_server.rs"]
mod table_server;

use dynoxide::Database;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() {
    let file = std::env::args().nth(1).expect("the SQLite file of the table");
    let database = Database::new(&file).unwrap();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    println!("http://{}", listener.local_addr().unwrap());
    table_server::serve(listener, database).await;
}
