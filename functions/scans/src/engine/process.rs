//! Runs the reader in a child process, so that it can be killed for a hostile picture, which frees its memory.
//!
//! The program starts itself with the argument [`ARGUMENT`]. Requests are written to its standard input and replies
//! read from its standard output, in frames: a length (u32, big endian) and so many bytes. A request is a frame of JSON
//! ([`ProcessRequest`]), the number of photos and a frame for each; a reply is a frame of JSON, the number of
//! pictures to be kept and a frame for each. Before the first reply, one byte says that the engine is loaded.

use super::{Engine, EngineError, LabelFuture, LabelReader, READ_TIMEOUT, ReadLimits, ReadReceipt, ReceiptFuture};
use chrono::NaiveDate;
use domain::printed_date::{DayOrder, PrintedDate};
use receipt_reader::{MAX_PHOTOS, ReadError, Reader, Receipt, picture};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Write as _};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout, timeout_at};

/// Starts a program as the reader: `larder reader`.
pub const ARGUMENT: &str = "reader";
/// The reader stops in time and then prepares the pictures for storage; after so much longer it is killed.
const MAX_OVERTIME: Duration = Duration::from_secs(5);
/// After so long without work, the process is ended, which frees its memory.
const MAX_IDLE: Duration = Duration::from_mins(5);
/// The limit of the process's address space: four times the measured maximum (587 MB), because it includes
/// reservations.
const MAX_ADDRESS_SPACE: u64 = 3 << 30;
/// No frame is larger: a request's photos have 24 MB together.
const MAX_FRAME: usize = 64 << 20;

/// Exit codes of `sysexits.h`: the engine cannot be started, and a pipe is broken.
const EX_SOFTWARE: u8 = 70;
const EX_IOERR: u8 = 74;

/// The maximum time that a label waits for others.
const MAX_LABEL_WAIT: Duration = Duration::from_secs(3);
/// The time after which the process is taken for stuck. Half a second is usual, and the reader itself limits the work,
/// so that a label is read alike beside other work.
const MAX_LABEL_READING: Duration = READ_TIMEOUT.saturating_sub(MAX_LABEL_WAIT);

/// A request to the process.
#[derive(Debug, Serialize, Deserialize)]
enum ProcessRequest {
    Receipt { milliseconds: u32 },
    Label { today: NaiveDate, order: Option<DayOrder> },
}

/// The process's reply, and the pictures to store.
type ProcessReply<T> = Result<(T, Vec<Vec<u8>>), ReadError>;

/// Reads in other processes: one receipt at a time in one, one label at a time in another, so that neither waits for
/// the other. A process is started when it is needed.
#[derive(Debug, Default)]
pub struct ReaderProcess {
    receipts: Arc<Mutex<ReaderChild>>,
    labels: Arc<Mutex<ReaderChild>>,
}

#[derive(Debug, Default)]
struct ReaderChild {
    child: Option<Child>,
    /// True until the engine is loaded: no picture is to blame for what takes too long before.
    is_starting: bool,
    used_at: Option<Instant>,
}

impl Engine for ReaderProcess {
    fn read(&self, pages: Vec<Vec<u8>>, limits: ReadLimits) -> ReceiptFuture<'_> {
        let running = self.receipts.clone();
        Box::pin(async move {
            // Held by the task and not by the request: if the client disconnects, the reply is still read from the
            // pipe.
            let mut child = running.clone().lock_owned().await;
            let time = limits.reading_time(pages.len())?;
            let work = tokio::spawn(async move {
                // Ends with the request: on Lambda the next one would find a process that still works.
                let until = limits.until.min(Instant::now() + time + MAX_OVERTIME);
                let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
                let outcome = child.request_until(until, &ProcessRequest::Receipt { milliseconds }, &pages).await;
                drop(child);
                tokio::spawn(end_when_idle(running));
                outcome.map(|(receipt, stored)| ReadReceipt { receipt, stored })
            });
            work.await.unwrap_or_else(|e| Err(EngineError::Engine(e.to_string())))
        })
    }
}

impl LabelReader for ReaderProcess {
    fn dates(&self, picture: Vec<u8>, today: NaiveDate, order: Option<DayOrder>) -> LabelFuture<'_> {
        Box::pin(async move {
            let child = timeout(MAX_LABEL_WAIT, self.labels.clone().lock_owned()).await;
            let mut child = child.map_err(|_| EngineError::Busy)?;
            // In the request: if the client disconnects, the process is ended.
            let until = Instant::now() + MAX_LABEL_READING;
            let outcome = child.request_until(until, &ProcessRequest::Label { today, order }, &[picture]).await;
            drop(child);
            tokio::spawn(end_when_idle(self.labels.clone()));
            outcome.map(|(dates, _)| dates)
        })
    }
}

async fn end_when_idle(running: Arc<Mutex<ReaderChild>>) {
    tokio::time::sleep(MAX_IDLE).await;
    let mut running = running.lock().await;
    if running.used_at.is_some_and(|at| at.elapsed() >= MAX_IDLE) {
        running.child = None;
    }
}

/// A failed exchange with the process.
#[derive(Debug)]
struct ProcessFailure {
    error: io::Error,
    /// The exit status; none if the process could not be started, or still runs.
    end: Option<ExitStatus>,
}

/// Returns true if the picture caused the end of the process: the reader aborts at its own memory limit, and a hostile
/// picture can crash a decoder. A kill from outside (such as by the system's OOM killer), an exit code or a failed
/// start are unrelated to the picture: it can be read later.
fn is_caused_by_picture(end: Option<ExitStatus>) -> bool {
    let signals = [Signal::ABORT, Signal::SEGV, Signal::BUS, Signal::ILL, Signal::FPE].map(Signal::as_raw);
    end.and_then(|end| end.signal()).is_some_and(|signal| signals.contains(&signal))
}

/// Returns the path of this program. After an upgrade its original path is another program, but `/proc/self/exe` is
/// still this one.
fn own_executable() -> io::Result<PathBuf> {
    const OWN: &str = "/proc/self/exe";
    if Path::new(OWN).exists() { Ok(OWN.into()) } else { std::env::current_exe() }
}

/// Starts the process, and waits until its engine is loaded: no picture is to blame for a crash before.
async fn start() -> io::Result<Child> {
    let mut child = Command::new(own_executable()?)
        .arg(ARGUMENT)
        .env_clear()
        // The engine's own libraries may be elsewhere, as on NixOS.
        .envs(std::env::var_os("LD_LIBRARY_PATH").map(|path| ("LD_LIBRARY_PATH", path)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    child.stdout.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.read_u8().await?;
    Ok(child)
}

impl ReaderChild {
    /// Sends a request to the process, and ends the process at the time limit.
    async fn request_until<T: DeserializeOwned>(
        &mut self,
        until: Instant,
        request: &ProcessRequest,
        pages: &[Vec<u8>],
    ) -> Result<(T, Vec<Vec<u8>>), EngineError> {
        let outcome = match timeout_at(until, self.exchange(request, pages)).await {
            Ok(Ok(outcome)) => outcome.map_err(EngineError::Picture),
            Ok(Err(ProcessFailure { error, end })) => {
                tracing::warn!(%error, ?end, "the reader's process ended while it read a picture");
                self.child = None;
                Err(if is_caused_by_picture(end) {
                    EngineError::Picture(ReadError::TooCostly)
                } else {
                    EngineError::Engine(error.to_string())
                })
            }
            Err(_) if self.is_starting => {
                tracing::warn!("the reader's process did not start in time");
                Err(EngineError::Engine("the reader did not start in time".to_owned()))
            }
            Err(_) => {
                tracing::warn!("the reader's process took too long and was ended");
                self.child = None;
                Err(EngineError::Picture(ReadError::TooCostly))
            }
        };
        self.used_at = Some(Instant::now());
        outcome
    }

    /// Sends a request. The outer `Err` means that the process ended or cannot be started.
    async fn exchange<T: DeserializeOwned>(
        &mut self,
        request: &ProcessRequest,
        pages: &[Vec<u8>],
    ) -> Result<ProcessReply<T>, ProcessFailure> {
        self.is_starting = self.child.is_none();
        let mut child = match self.child.take() {
            Some(child) => child,
            None => start().await.map_err(|error| ProcessFailure { error, end: None })?,
        };
        self.is_starting = false;
        match Self::send_request(&mut child, request, pages).await {
            Ok(reply) => {
                // Only now: an abandoned exchange must leave no process behind in the middle of a frame.
                self.child = Some(child).filter(|_| !matches!(reply, Err(ReadError::TooCostly | ReadError::Engine)));
                Ok(reply)
            }
            Err(error) => {
                // A pipe breaks because the process ends: its end is there in a moment.
                let end = timeout(Duration::from_secs(1), child.wait()).await;
                Err(ProcessFailure { error, end: end.ok().and_then(Result::ok) })
            }
        }
    }

    async fn send_request<T: DeserializeOwned>(
        child: &mut Child,
        request: &ProcessRequest,
        pages: &[Vec<u8>],
    ) -> io::Result<ProcessReply<T>> {
        let input = child.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let request = serde_json::to_vec(request)?;
        input.write_u32(u32::try_from(request.len()).map_err(io::Error::other)?).await?;
        input.write_all(&request).await?;
        input.write_u32(u32::try_from(pages.len()).map_err(io::Error::other)?).await?;
        for page in pages {
            input.write_u32(u32::try_from(page.len()).map_err(io::Error::other)?).await?;
            input.write_all(page).await?;
        }
        input.flush().await?;
        let output = child.stdout.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let reply = receive_frame(output).await?;
        let count = output.read_u32().await? as usize;
        let mut stored = Vec::new();
        for _ in 0..count.min(MAX_PHOTOS) {
            stored.push(receive_frame(output).await?);
        }
        let reply: Result<T, ReadError> = serde_json::from_slice(&reply)?;
        Ok(reply.map(|found| (found, stored)))
    }
}

async fn receive_frame(output: &mut ChildStdout) -> io::Result<Vec<u8>> {
    let length = output.read_u32().await? as usize;
    let mut frame = vec![0; checked_length(length)?];
    output.read_exact(&mut frame).await?;
    Ok(frame)
}

/// Returns the length of a frame, or an error for one that this program does not write.
fn checked_length(length: usize) -> io::Result<usize> {
    if length > MAX_FRAME { Err(io::Error::other("a frame is too long")) } else { Ok(length) }
}

/// Answers requests until the input ends.
pub fn main() -> ExitCode {
    let limit = Rlimit { current: Some(MAX_ADDRESS_SPACE), maximum: Some(MAX_ADDRESS_SPACE) };
    if setrlimit(Resource::As, limit).is_err() {
        return ExitCode::from(EX_SOFTWARE);
    }
    if let Err(error) = Reader::load() {
        // The log of the process that started this one.
        let _ = writeln!(io::stderr(), "reader: {error}");
        return ExitCode::from(EX_SOFTWARE);
    }
    let mut output = io::stdout().lock();
    // Any byte says that the engine is loaded.
    let served = output.write_all(&[1]).and_then(|()| output.flush());
    match served.and_then(|()| serve_requests(&mut io::stdin().lock(), &mut output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(EX_IOERR),
    }
}

fn serve_requests(input: &mut impl io::Read, output: &mut impl io::Write) -> io::Result<()> {
    loop {
        let mut length = [0; 4];
        match input.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            other => other?,
        }
        let request: ProcessRequest = serde_json::from_slice(&read_frame(input, length)?)?;
        input.read_exact(&mut length)?;
        let count = checked_length(u32::from_be_bytes(length) as usize)?;
        let mut pages = Vec::new();
        for _ in 0..count {
            input.read_exact(&mut length)?;
            pages.push(read_frame(input, length)?);
        }
        match request {
            ProcessRequest::Receipt { milliseconds } => {
                write_reply(output, read_receipt(&pages, Duration::from_millis(milliseconds.into())))?;
            }
            ProcessRequest::Label { today, order } => {
                write_reply(output, read_label(&pages, today, order).map(|dates| (dates, vec![])))?;
            }
        }
    }
}

fn read_frame(input: &mut impl io::Read, length: [u8; 4]) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; checked_length(u32::from_be_bytes(length) as usize)?];
    input.read_exact(&mut frame)?;
    Ok(frame)
}

fn write_reply<T: Serialize>(output: &mut impl io::Write, reply: ProcessReply<T>) -> io::Result<()> {
    let (reply, stored) = match reply {
        Ok((found, stored)) => (Ok(found), stored),
        Err(error) => (Err(error), vec![]),
    };
    write_frame(output, &serde_json::to_vec(&reply)?)?;
    write_length(output, stored.len())?;
    for picture in &stored {
        write_frame(output, picture)?;
    }
    output.flush()
}

fn write_length(output: &mut impl io::Write, length: usize) -> io::Result<()> {
    output.write_all(&u32::try_from(length).map_err(io::Error::other)?.to_be_bytes())
}

fn write_frame(output: &mut impl io::Write, frame: &[u8]) -> io::Result<()> {
    write_length(output, frame.len())?;
    output.write_all(frame)
}

fn read_receipt(pages: &[Vec<u8>], time: Duration) -> ProcessReply<Receipt> {
    let reader = Reader::load().map_err(|_| ReadError::Engine)?;
    let views: Vec<&[u8]> = pages.iter().map(Vec::as_slice).collect();
    let receipt = reader.read_within(&views, time)?;
    let stored = views.iter().map(|view| picture::stored(view)).collect::<Result<Vec<_>, ReadError>>()?.concat();
    Ok((receipt, stored))
}

fn read_label(pages: &[Vec<u8>], today: NaiveDate, order: Option<DayOrder>) -> Result<Vec<PrintedDate>, ReadError> {
    let reader = Reader::load().map_err(|_| ReadError::Engine)?;
    let picture = picture::decode(pages.first().ok_or(ReadError::Empty)?)?;
    reader.read_dates(&picture, today, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blames_the_picture_only_for_a_crash_of_the_reader() {
        let ended = |raw| is_caused_by_picture(Some(ExitStatus::from_raw(raw)));
        assert!(ended(Signal::ABORT.as_raw()), "its own limit of memory");
        assert!(ended(Signal::SEGV.as_raw()));
        assert!(!ended(Signal::KILL.as_raw()), "the system is out of memory");
        assert!(!ended(i32::from(EX_SOFTWARE) << 8), "it could not begin");
        assert!(!is_caused_by_picture(None), "it could not be started");
    }

    #[tokio::test]
    async fn blames_no_picture_for_a_process_that_does_not_start_in_time() {
        let passed = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let request = ProcessRequest::Receipt { milliseconds: 1 };
        let outcome = ReaderChild::default().request_until::<Receipt>(passed, &request, &[]).await;
        assert!(matches!(outcome, Err(EngineError::Engine(_))), "{outcome:?}");
    }

    #[test]
    fn stores_pictures_without_the_place_where_they_were_taken() {
        let photo = include_bytes!("../../../../shared/receipt-reader/testdata/english.jpg");
        let metadata = b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0GPS 48.1375 N";
        let length = u16::try_from(metadata.len() + 2).unwrap().to_be_bytes();
        let tagged = [&photo[..2], &[0xFF, 0xE1], &length, metadata, &photo[2..]].concat();
        let (receipt, stored) = read_receipt(&[tagged], Duration::from_mins(1)).unwrap();
        assert!(!receipt.items.is_empty());
        assert_eq!(stored.len(), 1);
        assert!(!stored[0].windows(4).any(|bytes| bytes == b"Exif" || bytes == b"GPS "));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn starts_this_program_though_its_file_was_replaced() {
        assert_eq!(own_executable().unwrap(), Path::new("/proc/self/exe"));
    }
}
