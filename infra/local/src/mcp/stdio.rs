//! `larder mcp`: the tools on the standard streams, for a client that starts this program. The standard output has the
//! protocol only; log messages go to the standard error.

use crate::commands::result::{CommandError, exit_code};
use crate::mcp::remote::RemoteServer;
use crate::mcp::server::Assistant;
use application::config::Environment;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use std::sync::Arc;
use system::clock::SystemClock;
use system::ids::SystemIds;

/// Serves until the client closes the standard input.
pub async fn serve(env: &impl Environment) -> Result<(), CommandError> {
    let remote = RemoteServer::from_environment(env)?;
    if !remote.is_secure() {
        tracing::warn!("LARDER_URL is not https: others on the network can read the token");
    }
    let assistant = Assistant::of_server(Arc::new(remote), Arc::new(SystemClock::default()), Arc::new(SystemIds));
    let failed = |error: &dyn std::fmt::Display| {
        let text = format!("the MCP client ended the connection in an unexpected way: {error}.");
        CommandError::new(exit_code::PROTOCOL, text)
    };
    match assistant.serve(rmcp::transport::stdio_pipes()).await {
        Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| failed(&error)),
        // The client disconnected without a message.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}
