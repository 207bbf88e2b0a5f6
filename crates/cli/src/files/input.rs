//! Reads input: only the needed parts of a file; a pipe, a device or standard input as a whole.
//!
//! An input that is read as a whole has at most [`MOST`] bytes, or fewer if the command sets a limit.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use container::{Seekable, Source};

use super::AsText;
use super::given::open;
use crate::progress::Shown;

/// The most bytes of an input that is read as a whole, such as a pipe.
const MOST: u64 = 1 << 30;

/// How many bytes of such an input are read at a time.
const PART: u64 = 16 << 20;

/// Whether the path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// An open input, readable at any place.
pub enum Input {
    /// A file on a disk.
    Places(Seekable<File>),
    /// An input that was read as a whole.
    Whole(Arc<Vec<u8>>),
}

impl Source for Input {
    fn len(&self) -> u64 {
        match self {
            Input::Places(file) => file.len(),
            Input::Whole(bytes) => bytes.len() as u64,
        }
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        match self {
            Input::Places(file) => file.read_at(at, buf),
            Input::Whole(bytes) => bytes.as_slice().read_at(at, buf),
        }
    }
}

/// Inputs read as a whole, by path: they cannot be read again, and a command may need one twice.
static WHOLE: Mutex<Option<HashMap<PathBuf, Arc<Vec<u8>>>>> = Mutex::new(None);

/// Opens a file that btfscope wrote itself and may write again: it does not count as an input.
///
/// # Errors
/// When it cannot be opened.
pub fn own(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens an input; `-` is standard input.
///
/// # Errors
/// When it cannot be read, and when it has to be read as a whole and has more than [`MOST`] bytes.
pub fn source(path: &Path) -> io::Result<Input> {
    let mut whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = whole.get_or_insert_default();
    if let Some(bytes) = whole.get(path) {
        return Ok(Input::Whole(Arc::clone(bytes)));
    }
    let bytes = if is_stdin(path) {
        all(path, &mut io::stdin().lock())?
    } else {
        let mut file = open(path)?;
        let about = file.metadata()?;
        // Files of /proc and pipes report no length.
        if about.is_file() && about.len() > 0 {
            return Seekable::new(file).map(Input::Places);
        }
        all(path, &mut file)?
    };
    let bytes = Arc::new(bytes);
    whole.insert(path.to_owned(), Arc::clone(&bytes));
    Ok(Input::Whole(bytes))
}

fn all(path: &Path, from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut shown = Shown::new();
    while from.take(PART).read_to_end(&mut bytes)? > 0 {
        let count = bytes.len() as u64;
        if count > MOST {
            return Err(io::Error::other(format!(
                "more than {MOST} bytes; put it into a file, which is read where needed"
            )));
        }
        shown.update(&format!("reading {}", path.as_text()), count, MOST);
    }
    Ok(bytes)
}

/// Opens a file that is read at many places, and not as a whole, such as an atlas.
///
/// # Errors
/// When it cannot be opened, and when it is a folder, standard input, a pipe or a device.
pub fn at_places(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(io::Error::other("it is a folder: name a file")),
        Ok(about) if !about.is_file() => {
            Err(io::Error::other("a pipe or a device cannot be read at many places: put its content into a file"))
        }
        Err(_) if is_stdin(path) => {
            Err(io::Error::other("standard input cannot be read at many places: put it into a file"))
        }
        _ => open(path),
    }
}

/// The first `count` bytes of an input; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn first(path: &Path, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match is_stdin(path) {
        true => io::stdin().lock().take(count).read_to_end(&mut bytes)?,
        false => open(path)?.take(count).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// All of an input of at most `most` bytes; `-` is standard input.
///
/// # Errors
/// When it cannot be read or has more.
pub fn at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = first(path, most.saturating_add(1))?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("more than {most} bytes"))),
        false => Ok(bytes),
    }
}

/// [`at_most`] as text.
///
/// # Errors
/// When it cannot be read, has more bytes, or is not UTF-8; the message does not name the file.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(at_most(path, most)?).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        io::Error::other(format!("it is no text: byte {at} ({at:#x}) is not UTF-8"))
    })
}
