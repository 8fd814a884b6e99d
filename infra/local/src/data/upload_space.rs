//! The account of the space for pictures and unread uploads: reserved before a byte is written, and freed with the
//! file.
//!
//! An unread upload counts for its household, for the address that asked for it, and in all. The files are the truth;
//! memory adds only what they cannot tell: reservations that wait for their upload, and addresses.

use crate::data::disk;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use store::receipts::UPLOADS_PREFIX;

/// The lifetime of a reservation, and of the signed URL for it.
pub const RESERVATION_TTL: TimeDelta = TimeDelta::minutes(10);
/// The time for which a reservation outlives its lifetime while its upload arrives, so that a client that sends a byte
/// now and then does not keep it.
const MAX_LATENESS: TimeDelta = TimeDelta::hours(1);
/// The number of equal parts of the total, of which a household and an address may each have one.
const PARTS: u64 = 8;
/// Smaller files count as this size, so that their number is limited too.
const MIN_COUNTED_BYTES: u64 = 64 << 10;

/// The limits of the space.
#[derive(Clone, Copy, Debug)]
pub struct SpaceLimits {
    /// The maximum size of all unread uploads.
    pub max_unread_bytes: u64,
    pub min_free_bytes: u64,
}

impl Default for SpaceLimits {
    /// Returns limits for four hundred photos of the maximum size. Unread uploads are deleted after a day.
    fn default() -> Self {
        Self { max_unread_bytes: 4 << 30, min_free_bytes: disk::MIN_FREE_BYTES_FOR_UPLOADS }
    }
}

struct Reservation {
    length: u64,
    address: String,
    /// The end of the time for the upload; `None` once its file exists.
    until: Option<DateTime<Utc>>,
    is_receiving: bool,
}

pub struct UploadSpace {
    root: PathBuf,
    limits: SpaceLimits,
    reserved: Mutex<HashMap<String, Reservation>>,
}

impl UploadSpace {
    pub fn new(root: &Path, limits: SpaceLimits) -> Self {
        Self { root: root.to_owned(), limits, reserved: Mutex::default() }
    }

    /// Reserves space for an upload, for ten minutes. Returns false if there is none. A picture of a stored scan needs
    /// only free space on the disk: a monthly limit bounds the number of scans.
    pub fn reserve(&self, key: &str, length: u64, address: &str, now: DateTime<Utc>) -> io::Result<bool> {
        if !key.starts_with(UPLOADS_PREFIX) {
            return self.has_free(length);
        }
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lengths = HashMap::new();
        list_files(&self.root, UPLOADS_PREFIX.trim_end_matches('/'), &mut lengths)?;
        let is_awaited = |one: &Reservation| {
            let lateness = if one.is_receiving { MAX_LATENESS } else { TimeDelta::zero() };
            one.until.is_some_and(|until| now <= until + lateness)
        };
        reserved.retain(|key, one| lengths.contains_key(key) || is_awaited(one));
        let mut unwritten = length;
        for (other, one) in reserved.iter().filter(|(other, _)| *other != key) {
            if !lengths.contains_key(other) {
                unwritten += one.length;
                lengths.insert(other.clone(), one.length);
            }
        }
        lengths.remove(key);
        let total = |is_counted: &dyn Fn(&str) -> bool| -> u64 {
            let others = lengths.iter().filter(|(other, _)| is_counted(other)).map(|(_, length)| *length);
            others.chain([length]).map(|length| length.max(MIN_COUNTED_BYTES)).sum()
        };
        let is_of_address = |other: &str| reserved.get(other).is_some_and(|one| one.address == address);
        let part = self.limits.max_unread_bytes / PARTS;
        let fits = total(&|_| true) <= self.limits.max_unread_bytes
            && total(&|other| household_of(other) == household_of(key)) <= part
            && total(&is_of_address) <= part
            && self.has_free(unwritten)?;
        if fits {
            let until = Some(now + RESERVATION_TTL);
            let is_receiving = reserved.get(key).is_some_and(|one| one.is_receiving);
            let reservation = Reservation { length, address: address.to_owned(), until, is_receiving };
            reserved.insert(key.to_owned(), reservation);
        }
        Ok(fits)
    }

    /// Begins to receive an upload that has its reservation, or its file from a first attempt whose answer was lost.
    /// Receives one copy of it at a time, for which space is reserved.
    pub fn begin_upload<'a>(&'a self, key: &'a str) -> Result<ReceivedUpload<'a>, UploadRefusal> {
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        let one = reserved.get_mut(key).filter(|one| one.until.is_some() || self.root.join(key).exists());
        let one = one.ok_or(UploadRefusal::NotReserved)?;
        if std::mem::replace(&mut one.is_receiving, true) {
            return Err(UploadRefusal::Busy);
        }
        Ok(ReceivedUpload { space: self, key })
    }

    /// Ends the wait for an upload: from now on its file counts.
    pub fn set_written(&self, key: &str) {
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = reserved.get_mut(key) {
            one.until = None;
        }
    }

    /// Returns true if the disk keeps its free minimum after so many more bytes.
    pub fn has_free(&self, length: u64) -> io::Result<bool> {
        Ok(disk::free_bytes(&self.root)? >= self.limits.min_free_bytes.saturating_add(length))
    }
}

/// The reason why an upload is not received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadRefusal {
    NotReserved,
    /// Another request sends the same upload.
    Busy,
}

/// An upload that is being received, until it is dropped.
pub struct ReceivedUpload<'a> {
    space: &'a UploadSpace,
    key: &'a str,
}

impl Drop for ReceivedUpload<'_> {
    fn drop(&mut self) {
        let mut reserved = self.space.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = reserved.get_mut(self.key) {
            one.is_receiving = false;
        }
    }
}

/// Returns the household's folder in the key of an upload.
fn household_of(key: &str) -> Option<&str> {
    key.split('/').nth(1)
}

/// Adds the files in a folder of `root` by their keys.
fn list_files(root: &Path, folder: &str, files: &mut HashMap<String, u64>) -> io::Result<()> {
    let entries = match std::fs::read_dir(root.join(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let key = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => list_files(root, &key, files)?,
            Ok(metadata) => drop(files.insert(key, metadata.len())),
            // The file was read and deleted in the meantime.
            Err(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn space(limits: SpaceLimits) -> (tempfile::TempDir, UploadSpace) {
        let folder = tempfile::tempdir().unwrap();
        let space = UploadSpace::new(folder.path(), limits);
        (folder, space)
    }

    fn reserve(space: &UploadSpace, key: &str, address: &str, minute: i64) -> bool {
        let now = DateTime::UNIX_EPOCH + TimeDelta::minutes(minute);
        space.reserve(&format!("uploads/{key}"), MIB, address, now).unwrap()
    }

    #[test]
    fn allows_an_eighth_to_a_household_and_to_an_address() {
        let (_folder, space) = space(SpaceLimits { max_unread_bytes: 16 * MIB, min_free_bytes: 0 });
        assert!(reserve(&space, "anna/1", "a", 0) && reserve(&space, "anna/2", "b", 0));
        assert!(reserve(&space, "anna/2", "b", 0), "the same upload counts once");
        assert!(!reserve(&space, "anna/3", "c", 0), "the household has its eighth");
        assert!(reserve(&space, "ben/1", "a", 0));
        assert!(!reserve(&space, "cleo/1", "a", 0), "the address has its eighth");
        assert!((0..13).all(|n| reserve(&space, &format!("{n}/1"), &n.to_string(), 0)));
        assert!(!reserve(&space, "dora/1", "d", 0), "all have the whole");
        assert!(reserve(&space, "dora/1", "d", 11), "nobody uploaded anything in time");
    }

    #[test]
    fn frees_space_with_its_file() {
        let (folder, space) = space(SpaceLimits { max_unread_bytes: 8 * MIB, min_free_bytes: 0 });
        assert!(reserve(&space, "anna/1", "a", 0));
        std::fs::create_dir_all(folder.path().join("uploads/anna")).unwrap();
        let file = folder.path().join("uploads/anna/1");
        std::fs::write(&file, vec![0; 1 << 20]).unwrap();
        space.set_written("uploads/anna/1");
        assert!(space.begin_upload("uploads/anna/1").is_ok(), "its client may not know that it arrived");
        assert!(!reserve(&space, "anna/2", "b", 99) && !reserve(&space, "ben/1", "a", 99));
        std::fs::remove_file(file).unwrap();
        assert_eq!(space.begin_upload("uploads/anna/1").err(), Some(UploadRefusal::NotReserved), "it was read");
        assert!(reserve(&space, "anna/2", "a", 1));
    }

    #[test]
    fn receives_one_copy_of_an_upload_at_a_time() {
        let (_folder, space) = space(SpaceLimits::default());
        assert!(reserve(&space, "anna/1", "a", 0));
        let first = space.begin_upload("uploads/anna/1");
        assert!(first.is_ok());
        assert_eq!(space.begin_upload("uploads/anna/1").err(), Some(UploadRefusal::Busy));
        drop(first);
        assert!(space.begin_upload("uploads/anna/1").is_ok(), "after a cut connection");
    }

    #[test]
    fn keeps_the_reservation_of_an_upload_that_takes_longer() {
        let (_folder, space) = space(SpaceLimits { max_unread_bytes: 8 * MIB, min_free_bytes: 0 });
        assert!(reserve(&space, "anna/1", "a", 0));
        let upload = space.begin_upload("uploads/anna/1");
        assert!(upload.is_ok());
        assert!(!reserve(&space, "anna/2", "b", 11), "the first still arrives");
        assert!(reserve(&space, "anna/1", "a", 11));
        assert_eq!(space.begin_upload("uploads/anna/1").err(), Some(UploadRefusal::Busy));
        drop(upload);
        assert!(reserve(&space, "anna/2", "b", 22));
    }

    #[test]
    fn ends_the_reservation_of_an_upload_that_trickles() {
        let (_folder, space) = space(SpaceLimits { max_unread_bytes: 8 * MIB, min_free_bytes: 0 });
        assert!(reserve(&space, "anna/1", "a", 0));
        let _upload = space.begin_upload("uploads/anna/1").unwrap_or_else(|refusal| panic!("{refusal:?}"));
        assert!(!reserve(&space, "anna/2", "b", 70));
        assert!(reserve(&space, "anna/2", "b", 71));
    }

    #[test]
    fn keeps_the_free_minimum_of_the_disk() {
        let (folder, space) = space(SpaceLimits { max_unread_bytes: u64::MAX, min_free_bytes: 0 });
        let min_free_bytes = disk::free_bytes(folder.path()).unwrap().saturating_sub(64 * MIB);
        let space = UploadSpace { limits: SpaceLimits { min_free_bytes, ..space.limits }, ..space };
        let reserved = (0..99).take_while(|n| reserve(&space, &format!("{n}/1"), "a", 0)).count();
        assert!((32..96).contains(&reserved), "reserved space counts before it is written: {reserved}");
        assert!(!space.reserve("receipts/anna/1.jpg", 99 * MIB, "a", DateTime::UNIX_EPOCH).unwrap());
    }
}
