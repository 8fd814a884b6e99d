//! Writes a backup's file atomically, and reads it with a check of its checksums.

use super::error::BackupError;
use super::replacement;
use crate::data::disk;
use crate::data::folder::{DATABASE, KEYS, PICTURES, companion, has_data};
use crate::data::format;
use crate::data::ownership;
use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rusqlite::{Connection, OpenFlags};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};
use store::receipts::{PICTURES_PREFIX, UPLOADS_PREFIX};

const HEADER: &str = "larder-backup.json";
const SUMS: &str = "SHA256SUMS";
/// Each file has a line of about 150 bytes.
const MAX_SUMS_BYTES: u64 = 64 << 20;
/// The header has three short fields.
const MAX_HEADER_BYTES: u64 = 4 << 10;
/// The maximum time that copying the database waits for a writer.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupHeader {
    /// The data's format (`data::format`).
    pub format: u32,
    /// The version of Larder that wrote the backup.
    pub version: String,
    pub made_at: DateTime<Utc>,
}

/// Writes a backup of a data folder, which a running server may use. `file` does not exist until the backup is
/// complete.
pub fn write(folder: &Path, file: &Path, now: DateTime<Utc>) -> Result<BackupHeader, BackupError> {
    if file.exists() {
        return Err(BackupError::Exists { file: file.to_owned() });
    }
    replacement::check_completed(folder)?;
    if !has_data(folder) {
        return Err(BackupError::NoData { folder: folder.to_owned() });
    }
    let (needed, free) = (needed_bytes(folder), disk::free_bytes(parent(file)).unwrap_or(u64::MAX));
    if free < needed {
        return Err(BackupError::NoSpace { folder: parent(file).to_owned(), needed, free });
    }
    let [part, copy] = ["part", "sqlite"].map(|ending| with_suffix(file, ending));
    for leftover in [&part, &copy] {
        let _ = std::fs::remove_file(leftover);
    }
    let written = copy_database(&folder.join(DATABASE), &copy)
        .and_then(|()| write_archive(folder, &copy, &part, now))
        .and_then(|header| rename_new(&part, file).map(|()| header));
    for leftover in [&part, &copy] {
        let _ = std::fs::remove_file(leftover);
    }
    written
}

/// Returns the free space that a backup needs: twice the size of the data, for the copy of the database, the archive,
/// and what grows meanwhile.
pub fn needed_bytes(folder: &Path) -> u64 {
    let database = folder.join(DATABASE);
    let mut files = vec![companion(&database, "-wal"), database];
    // What cannot be listed makes the backup itself fail.
    let _ = list_files(&folder.join(PICTURES).join(PICTURES_PREFIX), &mut files);
    2 * files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum::<u64>()
}

/// Returns the unfinished jobs of a database as text, in which the ids of their files occur.
fn unfinished_jobs(database: &Path) -> rusqlite::Result<String> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let jobs = "SELECT item_json FROM larder WHERE pk LIKE 'S:ACC#%' AND sk = 'S:JOB' AND item_json LIKE '%GSI1PK%'";
    let mut statement = connection.prepare(jobs)?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    rows.collect()
}

/// Returns the pictures, and of the unread uploads only the files of unfinished imports, or all if the jobs cannot be
/// read.
fn list_pictures(folder: &Path, database: &Path) -> Result<Vec<PathBuf>, BackupError> {
    let list = |prefix: &str| {
        let (folder, mut files) = (folder.join(PICTURES).join(prefix), Vec::new());
        list_files(&folder, &mut files).map_err(|error| BackupError::read(&folder, &error)).map(|()| files)
    };
    let (mut pictures, mut uploads) = (list(PICTURES_PREFIX)?, list(UPLOADS_PREFIX)?);
    let jobs = unfinished_jobs(database);
    let is_needed = |name: &str| jobs.as_ref().map_or(true, |jobs| jobs.contains(name));
    uploads.retain(|file| file.file_name().and_then(|name| name.to_str()).is_some_and(is_needed));
    pictures.append(&mut uploads);
    pictures.sort();
    Ok(pictures)
}

/// Returns `larder.tar.gz.part` for `larder.tar.gz`.
fn with_suffix(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    file.with_file_name(name)
}

/// Copies the database in one transaction, without deleted data.
pub fn copy_database(database: &Path, copy: &Path) -> Result<(), BackupError> {
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::DiskFull) => BackupError::write(copy, &error),
        _ => BackupError::read(database, &error),
    };
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    let path = copy.to_str().ok_or_else(|| BackupError::write(copy, &"its path is no valid text"))?;
    connection.execute("VACUUM INTO ?1", [path]).map(|_| ()).map_err(failed)
}

/// Gives a file another name, unless that exists. The caller removes the earlier name. On a file system without links, a
/// file that appears in the same moment is replaced.
fn rename_new(part: &Path, file: &Path) -> Result<(), BackupError> {
    let failed = |error: io::Error| BackupError::write(file, &error);
    // Unlike a rename, a link fails if the file exists.
    std::fs::hard_link(part, file)
        .or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Err(error),
            // Not every file system has links.
            _ => std::fs::rename(part, file),
        })
        .map_err(failed)?;
    File::open(parent(file)).and_then(|folder| folder.sync_all()).map_err(failed)
}

fn parent(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_archive(folder: &Path, copy: &Path, part: &Path, now: DateTime<Utc>) -> Result<BackupHeader, BackupError> {
    let failed = |error: io::Error| BackupError::write(part, &error);
    let mut options = File::options();
    std::os::unix::fs::OpenOptionsExt::mode(options.write(true).create_new(true), 0o600);
    let out = options.open(part).map_err(failed)?;
    ownership::match_owner(parent(part), part).map_err(failed)?;
    let out = GzEncoder::new(BufWriter::new(out), Compression::fast());
    let mut archive = Archive { tar: tar::Builder::new(out), sums: String::new(), now };
    let header = BackupHeader { format: format::read(folder), version: env!("CARGO_PKG_VERSION").into(), made_at: now };
    let text = serde_json::to_vec_pretty(&header).expect("a header is plain data");
    archive.add(HEADER, &text).map_err(failed)?;
    archive.add_file(DATABASE, copy).map_err(failed)?;
    for name in KEYS {
        match std::fs::read(folder.join(name)) {
            Ok(keys) => archive.add(name, &keys).map_err(failed)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(BackupError::read(&folder.join(name), &error)),
        }
    }
    for picture in list_pictures(folder, copy)? {
        let read = std::fs::read(&picture).and_then(|bytes| Ok((bytes, picture.metadata()?.modified()?)));
        let (bytes, written_at) = match read {
            Ok(read) => read,
            // The picture was deleted in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(BackupError::read(&picture, &error)),
        };
        // Larder names them by hashes and ids.
        let Some(name) = picture.strip_prefix(folder).ok().and_then(Path::to_str) else { continue };
        // Old pictures are deleted by this time, also after a restore.
        archive.add_stream(name, bytes.len() as u64, written_at.into(), &*bytes).map_err(failed)?;
    }
    archive.finish().map_err(failed)?;
    Ok(header)
}

struct Archive<W: Write> {
    tar: tar::Builder<W>,
    sums: String,
    now: DateTime<Utc>,
}

impl Archive<GzEncoder<BufWriter<File>>> {
    fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.add_stream(name, bytes.len() as u64, self.now, bytes)
    }

    fn add_file(&mut self, name: &str, path: &Path) -> io::Result<()> {
        let file = File::open(path)?;
        self.add_stream(name, file.metadata()?.len(), self.now, BufReader::new(file))
    }

    fn add_stream(&mut self, name: &str, length: u64, written_at: DateTime<Utc>, bytes: impl Read) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(length);
        header.set_mode(0o600);
        header.set_mtime(u64::try_from(written_at.timestamp()).unwrap_or(0));
        let mut bytes = HashingReader { inner: bytes, hash: Sha256::new() };
        self.tar.append_data(&mut header, name, &mut bytes)?;
        writeln!(self.sums, "{}  {name}", domain::digest::hex(&bytes.hash.finalize())).map_err(io::Error::other)
    }

    fn finish(mut self) -> io::Result<()> {
        let sums = std::mem::take(&mut self.sums);
        self.add(SUMS, sums.as_bytes())?;
        let out = self.tar.into_inner()?.finish()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }
}

struct HashingReader<R> {
    inner: R,
    hash: Sha256,
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// Adds the files in a folder and its subfolders. A missing folder has none.
fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list_files(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// A file of a backup.
pub struct BackedUpFile<'a> {
    pub name: &'a str,
    pub written_at: SystemTime,
    pub bytes: &'a mut dyn Read,
}

/// Reads a backup and passes each of its files to `extract`. Fails if the backup is damaged, so the caller must not use
/// extracted files before this returns.
pub fn read(
    file: &Path,
    mut extract: impl FnMut(BackedUpFile) -> Result<(), BackupError>,
) -> Result<BackupHeader, BackupError> {
    let damaged = |what: String| BackupError::damaged(file, &what);
    let opened = File::open(file).map_err(|error| BackupError::read(file, &error))?;
    let mut tar = tar::Archive::new(GzDecoder::new(BufReader::new(opened)));
    let mut entries = tar.entries().map_err(|_| BackupError::Foreign { file: file.to_owned() })?;
    let (header, checksum) = read_header(file, &mut entries)?;
    let mut is_complete = false;
    let mut found = BTreeMap::from([(HEADER.to_owned(), checksum)]);
    for entry in entries {
        let mut entry = entry.map_err(|error| damaged(error.to_string()))?;
        let path = entry.path().ok().and_then(|path| path.to_str().map(str::to_owned)).unwrap_or_default();
        if path == SUMS {
            let mut sums = String::new();
            entry.take(MAX_SUMS_BYTES).read_to_string(&mut sums).map_err(|error| damaged(error.to_string()))?;
            compare(&sums, &found).map_err(damaged)?;
            is_complete = true;
            break;
        }
        if !entry.header().entry_type().is_file() || !is_expected(&path) {
            return Err(damaged(format!("{path:?} does not belong to a backup")));
        }
        let seconds = entry.header().mtime().map_err(|error| damaged(error.to_string()))?;
        let written_at = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
        let written_at = written_at.ok_or_else(|| damaged(format!("{path:?} has no valid time")))?;
        let mut bytes = HashingReader { inner: &mut entry, hash: Sha256::new() };
        extract(BackedUpFile { name: &path, written_at, bytes: &mut bytes })?;
        // Reads the rest.
        io::copy(&mut bytes, &mut io::sink()).map_err(|error| damaged(error.to_string()))?;
        found.insert(path, domain::digest::hex(&bytes.hash.finalize()));
    }
    if !is_complete {
        return Err(damaged("its end is missing".into()));
    }
    // The compression's checksum is at the end.
    io::copy(&mut tar.into_inner(), &mut io::sink()).map_err(|error| damaged(error.to_string()))?;
    Ok(header)
}

/// Reads the first file of a backup. Returns the header and the file's checksum.
fn read_header<R: Read>(file: &Path, entries: &mut tar::Entries<'_, R>) -> Result<(BackupHeader, String), BackupError> {
    let foreign = || BackupError::Foreign { file: file.to_owned() };
    let mut first = entries.next().and_then(Result::ok).ok_or_else(foreign)?;
    if first.path().ok().as_deref() != Some(Path::new(HEADER)) || first.size() > MAX_HEADER_BYTES {
        return Err(foreign());
    }
    let mut text = Vec::new();
    first.read_to_end(&mut text).map_err(|error| BackupError::damaged(file, &error))?;
    let header: BackupHeader = serde_json::from_slice(&text).map_err(|_| foreign())?;
    let ours = format::CURRENT;
    if header.format > ours {
        return Err(BackupError::Newer { file: file.to_owned(), theirs: header.format, ours });
    }
    Ok((header, domain::digest::hex(&Sha256::digest(&text))))
}

/// Returns true if a path is that of a file of a backup.
fn is_expected(path: &str) -> bool {
    let is_plain = || Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    path == DATABASE || KEYS.contains(&path) || (path.starts_with(&format!("{PICTURES}/")) && is_plain())
}

fn compare(sums: &str, found: &BTreeMap<String, String>) -> Result<(), String> {
    let expected: BTreeMap<&str, &str> =
        sums.lines().filter_map(|line| line.split_once("  ")).map(|(sum, name)| (name, sum)).collect();
    for (name, sum) in found {
        match expected.get(name.as_str()) {
            Some(expected) if *expected == sum => {}
            _ => return Err(format!("{name} has changed since the backup was made")),
        }
    }
    match expected.keys().find(|name| !found.contains_key(**name)) {
        Some(name) => Err(format!("{name} is missing")),
        None if !found.contains_key(DATABASE) => Err(format!("{DATABASE} is missing")),
        None => Ok(()),
    }
}
