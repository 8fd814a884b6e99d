//! `larder mcp`: the tools on the standard streams, for a client that starts this program. The standard output is the
//! protocol's alone; messages for people go to the standard error.

use crate::commands::result::CommandResult;
use crate::mcp::remote::RemoteServer;
use crate::mcp::server::Assistant;
use application::config::Environment;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use std::sync::Arc;
use system::clock::SystemClock;
use system::ids::SystemIds;

const WRONG_SETTING: u8 = 78;
const PROTOCOL: u8 = 76;

/// Serves until the client closes the standard input. Returns `None` after that, else what went wrong.
pub async fn serve(env: &impl Environment) -> Option<CommandResult> {
    let remote = match RemoteServer::from_environment(env) {
        Ok(remote) => remote,
        Err(error) => return Some(CommandResult::failure(WRONG_SETTING, error.to_string())),
    };
    if !remote.is_secure() {
        tracing::warn!("LARDER_URL is not https: others on the network can read the token");
    }
    let assistant = Assistant::of_server(Arc::new(remote), Arc::new(SystemClock::default()), Arc::new(SystemIds));
    let failed = |error: &dyn std::fmt::Display| {
        Some(CommandResult::failure(
            PROTOCOL,
            format!("the MCP client ended the connection in an unexpected way: {error}."),
        ))
    };
    match assistant.serve(rmcp::transport::stdio_pipes()).await {
        Ok(running) => match running.waiting().await {
            Ok(_) => None,
            Err(error) => failed(&error),
        },
        // The client disconnected without a message.
        Err(ServerInitializeError::ConnectionClosed(_)) => None,
        Err(error) => failed(&error),
    }
}
