//! How two processes that write the same file take turns.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::AsText;
use super::given::Identity;
use crate::fail::{Failure, say};

/// How long to wait for another writer.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Wait {
    /// Seconds to wait while another btfscope changes the atlas; each change starts the count again
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    wait: u32,
}

/// Time between two attempts.
const BETWEEN: Duration = Duration::from_millis(25);

/// The right to replace a file. It ends when the lock is dropped or the process ends.
///
/// On Unix the file itself is locked (flock(2)), so that no lock file remains. Each writer replaces the file, so the
/// new holder must check that the name still leads to the locked file.
pub struct Lock {
    _file: Option<File>,
}

impl Lock {
    /// Locks a file: waits until no other process writes it. Prints a line if it has to wait. Where the system cannot
    /// lock the file, prints a warning and goes on.
    ///
    /// # Errors
    /// When the file cannot be opened for writing, and when others hold it longer than `most`. The time begins anew
    /// whenever the file is replaced.
    pub fn wait(path: &Path, most: Wait) -> Result<Lock, Failure> {
        let fail = |e: io::Error| path.bad(e);
        let seconds = most.wait;
        let mut said = false;
        let mut seen: Option<Identity> = None;
        let mut since = Instant::now();
        loop {
            let file = to_lock(path).map_err(fail)?;
            let locked = file.try_lock();
            let now = Identity::of(path);
            match locked {
                Ok(()) if is_at(&file, now.as_ref()) => return Ok(Lock { _file: Some(file) }),
                // Another process has just replaced the file, so the lock is on the old one.
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {
                    say(&format!(
                        "warning: {}: it cannot be locked here ({e}): let nobody else write it",
                        path.as_text()
                    ));
                    return Ok(Lock { _file: None });
                }
                Err(TryLockError::Error(e)) => return Err(fail(e)),
            }
            if seen != now {
                seen = now;
                since = Instant::now();
            }
            if since.elapsed() >= Duration::from_secs(seconds.into()) {
                return Err(path.bad(format!(
                    "another btfscope is at work on it; nothing was changed after {seconds} s (see --wait)"
                )));
            }
            if !said {
                said = true;
                say(&format!("{}: another btfscope is at work on it: waiting, at most {seconds} s", path.as_text()));
            }
            sleep(BETWEEN);
        }
    }

    /// [`Lock::wait`] for a file that may not exist. `None` if it does not exist: then there is nothing to lock.
    ///
    /// # Errors
    /// As [`Lock::wait`].
    pub fn if_there(path: &Path, most: Wait) -> Result<Option<Lock>, Failure> {
        path.is_file().then(|| Lock::wait(path, most)).transpose()
    }
}

/// The file to lock.
#[cfg(unix)]
fn to_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(path)
}

/// The file to lock. On systems other than Unix a lock also blocks readers, so a separate file, `PATH.lock`, is locked.
/// That file is not removed.
#[cfg(not(unix))]
fn to_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(beside)
}

/// Whether an open file is still the file at its path, whose identity is `at`.
#[cfg(unix)]
fn is_at(file: &File, at: Option<&Identity>) -> bool {
    file.metadata().is_ok_and(|about| Identity::of_file(&about).as_ref() == at)
}

/// On systems other than Unix the locked file is a separate one, which is never replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: Option<&Identity>) -> bool {
    true
}
