//! Errors at the start, with the remedy in the message.

use crate::data::exit_code;
use crate::data::ownership::AccessDenied;
use std::io::ErrorKind;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Setting(#[from] application::config::ConfigError),
    #[error("{0}")]
    Refused(String),
    #[error("Port {port} is taken by another program. Stop it, or set PORT to another, such as {}.",
        port.checked_add(1).unwrap_or(8_080))]
    PortTaken { port: u16 },
    #[error("Larder cannot listen on {address}: {reason}. {}", advice(reason))]
    Listen { address: std::net::SocketAddr, reason: std::io::Error },
    #[error("Larder cannot write to its data folder {}: {reason}. Choose another with LARDER_DATA.", folder.display())]
    Folder { folder: PathBuf, reason: String },
    #[error(transparent)]
    AccessDenied(#[from] AccessDenied),
    #[error("Another Larder is using the data folder {}. Stop it, or choose another folder with LARDER_DATA.",
        folder.display())]
    InUse { folder: PathBuf },
    #[error("{} cannot be read: {reason}. Nothing was changed. Restore a backup (`larder restore`), or move the file away to start with an empty larder.",
        file.display())]
    Damaged { file: PathBuf, reason: String },
    #[error("{} is missing or empty, although its key files exist. Restore a backup (`larder restore`), or move all files out of the folder to start with an empty larder.", file.display())]
    Lost { file: PathBuf },
    #[error("The data in {} was written by a newer Larder (data format {theirs}; this version supports up to {ours}). Nothing was changed. Start the newer version, or restore a backup that this version made.", folder.display())]
    Newer { folder: PathBuf, theirs: u32, ours: u32 },
    #[error("The data in {} could not be upgraded from format {theirs} to {ours}: {reason}. Nothing was changed.",
        folder.display())]
    Upgrade { folder: PathBuf, theirs: u32, ours: u32, reason: String },
    #[error("{0}")]
    Internal(String),
}

fn advice(reason: &std::io::Error) -> &'static str {
    match reason.kind() {
        ErrorKind::PermissionDenied => "Set PORT to 1024 or more; a reverse proxy can have the lower one.",
        _ => "LARDER_BIND must be an address of this machine.",
    }
}

impl StartError {
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Setting(_) | Self::Refused(_) => exit_code::CONFIG,
            Self::PortTaken { .. } | Self::Listen { .. } | Self::InUse { .. } => exit_code::UNAVAILABLE,
            Self::Folder { .. } | Self::AccessDenied(_) => exit_code::CANNOT_CREATE,
            Self::Damaged { .. } | Self::Lost { .. } | Self::Newer { .. } | Self::Upgrade { .. } => {
                exit_code::DATA_ERROR
            }
            Self::Internal(_) => exit_code::SOFTWARE,
        }
    }
}
