//! Errors of backups. The message has the remedy if there is one.

use crate::data::exit_code;
use crate::data::ownership::AccessDenied;
use std::fmt::Display;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} cannot be written: {reason}.", file.display())]
    Write { file: PathBuf, reason: String },
    #[error("A backup in {} needs {} MB of free space, twice the size of the data; {} MB are free. Free some space, or choose a folder on another disk (LARDER_BACKUPS).", folder.display(), needed.div_ceil(1_000_000), free / 1_000_000)]
    NoSpace { folder: PathBuf, needed: u64, free: u64 },
    #[error("{} already exists. Nothing was changed; choose another name.", file.display())]
    Exists { file: PathBuf },
    #[error("{} cannot be read: {reason}. Nothing was changed.", file.display())]
    Read { file: PathBuf, reason: String },
    #[error("There is no larder in {}. Set LARDER_DATA to its folder.", folder.display())]
    NoData { folder: PathBuf },
    #[error("{} is not a Larder backup. Nothing was changed.", file.display())]
    Foreign { file: PathBuf },
    #[error("{} is damaged: {what}. Nothing was changed.", file.display())]
    Damaged { file: PathBuf, what: String },
    #[error("{} was made by a newer Larder (data format {theirs}; this version supports up to {ours}). Nothing was changed; install the newer version first.", file.display())]
    Newer { file: PathBuf, theirs: u32, ours: u32 },
    #[error("A Larder is using the data folder {}. Stop it first. Nothing was changed.", folder.display())]
    InUse { folder: PathBuf },
    #[error("A restore or an upgrade of {} was interrupted. Start Larder, which completes it. Nothing was changed.", folder.display())]
    Interrupted { folder: PathBuf },
    #[error(transparent)]
    AccessDenied(#[from] AccessDenied),
    #[error("Nothing was changed: the question was not answered by \"y\". `--yes` restores without a question.")]
    NotConfirmed,
}

impl BackupError {
    pub fn write(file: &Path, error: &dyn Display) -> Self {
        Self::Write { file: file.to_owned(), reason: error.to_string() }
    }

    pub fn read(file: &Path, error: &dyn Display) -> Self {
        Self::Read { file: file.to_owned(), reason: error.to_string() }
    }

    pub fn damaged(file: &Path, what: &dyn Display) -> Self {
        Self::Damaged { file: file.to_owned(), what: what.to_string() }
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NotConfirmed => exit_code::USAGE,
            Self::Foreign { .. } | Self::Damaged { .. } | Self::Newer { .. } => exit_code::DATA_ERROR,
            Self::Read { .. } | Self::NoData { .. } => exit_code::NO_INPUT,
            Self::InUse { .. } | Self::Interrupted { .. } => exit_code::UNAVAILABLE,
            Self::Write { .. } | Self::NoSpace { .. } | Self::Exists { .. } | Self::AccessDenied(_) => {
                exit_code::CANNOT_CREATE
            }
        }
    }
}
