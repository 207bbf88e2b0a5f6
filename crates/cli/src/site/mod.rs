//! The server of `view`: the page and the given files, below a path that cannot be guessed.
//!
//! [`http`] is the server, [`page`] has the files of the page, [`given`] the given files, and [`browser`] opens the
//! page. One table, made before the first request, has the address of each file that is served. So the path of a
//! request is never looked up in the file system.

pub mod browser;
pub mod given;
mod host;
pub mod http;
pub mod page;

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use http::{Answer, Request, Status};

use crate::files;
use given::Given;

/// Where the bytes of an address come from.
pub enum Content {
    /// A file, which is read for each request.
    At(PathBuf),
    /// Bytes in memory.
    Held(Vec<u8>),
    /// The bytes as the build compressed them by xz, a quarter smaller than by gzip, and the number of unpacked bytes.
    /// The server unpacks them for each request.
    #[cfg(feature = "page")]
    Packed(&'static [u8], usize),
    /// Bytes inside the program, not compressed.
    #[cfg(feature = "page")]
    Inside(&'static [u8]),
}

/// A file of the page: its address below the page's own, and what it holds.
pub type PageFile = (String, Content);

/// The page as it is served: its addresses, and the content of each.
pub struct Site {
    /// The path of the page, without slashes: 128 random bits.
    token: String,
    /// A path that leads to the page once. The browser is started with this path, and not with the secret one, because
    /// other users of this computer can see the arguments of a process.
    once: Mutex<Option<String>>,
    files: HashMap<String, Content>,
}

impl Site {
    /// The page with the given files, whose addresses are put into its `<head>`.
    ///
    /// # Errors
    /// When the page has no `index.html` that can be read and has a head, and when the system gives no random numbers.
    pub fn new(page: Vec<PageFile>, given: Vec<Given>) -> Result<Site, String> {
        let mut files: HashMap<String, Content> = page.into_iter().collect();
        let mut index = match files.remove(INDEX) {
            Some(content) => String::from_utf8(content.bytes()?).map_err(|_| format!("{INDEX} is not UTF-8"))?,
            None => return Err(format!("it has no {INDEX}")),
        };
        let at = index.find("</head>").ok_or_else(|| format!("its {INDEX} has no head"))?;
        index.insert_str(at, &metas(&given));
        files.insert(String::new(), Content::Held(index.into_bytes()));
        files.extend(given.into_iter().enumerate().map(|(i, file)| (address(i, &file), file.content)));
        Ok(Site { token: random()?, once: Mutex::new(Some(random()?)), files })
    }

    /// The path of the page.
    pub fn path(&self) -> String {
        format!("/{}/", self.token)
    }

    /// The path that leads to the page once; `None` when it was used.
    pub fn path_once(&self) -> Option<String> {
        let once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        once.as_ref().map(|once| format!("/{once}"))
    }

    /// The answer to a request.
    pub fn answer(&self, request: &Request) -> Answer {
        // DNS rebinding: another site can make its own name resolve to this computer. Under that name a browser would
        // treat the page as part of the other site, whose scripts could then read it.
        if !request.host.as_deref().is_some_and(host::is_loopback) {
            return Answer::text(Status::Forbidden, "this is no address of the computer itself");
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (first, rest) = path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)));
        if !same(first, &self.token) {
            let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
            let is_once = rest.is_none() && !request.head && once.take_if(|once| same(first, once)).is_some();
            return if is_once { Answer::elsewhere(self.path()) } else { nothing() };
        }
        let Some(name) = rest else { return Answer::elsewhere(self.path()) };
        let Some(content) = self.files.get(name) else { return nothing() };
        // A given file gets the media type of plain bytes, so that no browser takes it for a page.
        let media = match name {
            "" => page::media_type(INDEX),
            name if name.starts_with(GIVEN) => page::media_type(""),
            name => page::media_type(name),
        };
        match content {
            Content::At(path) => match files::source(path) {
                Ok(input) => Answer::file(input, media, request),
                Err(e) => Answer::text(Status::Gone, &format!("it cannot be read: {e}")),
            },
            #[cfg(feature = "page")]
            Content::Inside(bytes) => Answer::bytes(*bytes, media, request),
            content => match content.bytes() {
                Ok(bytes) => Answer::bytes(bytes, media, request),
                Err(why) => Answer::text(Status::Gone, &why),
            },
        }
    }
}

/// The start of the addresses of given files, relative to the page.
const GIVEN: &str = "given/";

/// The file of the start page.
const INDEX: &str = "index.html";

fn nothing() -> Answer {
    Answer::text(Status::NotFound, "nothing is here")
}

impl Content {
    /// All bytes of the content.
    fn bytes(&self) -> Result<Vec<u8>, String> {
        match self {
            Content::At(path) => files::at_most(path, page::MOST).map_err(|e| e.to_string()),
            Content::Held(bytes) => Ok(bytes.clone()),
            #[cfg(feature = "page")]
            Content::Inside(bytes) => Ok(bytes.to_vec()),
            #[cfg(feature = "page")]
            Content::Packed(packed, length) => page::unpacked(packed, *length),
        }
    }
}

/// The address of a given file, relative to the page.
fn address(index: usize, file: &Given) -> String {
    let name = percent_encoding::utf8_percent_encode(&file.name, percent_encoding::NON_ALPHANUMERIC);
    format!("{GIVEN}{index}/{name}")
}

/// The given files as the page reads them (`web/src/dom/served.rs`): a meta element for each, with the content
/// `ADDRESS; SIZE`, the size in bytes.
fn metas(given: &[Given]) -> String {
    let mut text = String::new();
    for (i, file) in given.iter().enumerate() {
        let name = if file.at_once { "btfscope-given" } else { "btfscope-offered" };
        // Writing to a string does not fail.
        let _ = writeln!(text, "<meta name=\"{name}\" content=\"{}; {}\">", address(i, file), file.size);
    }
    text
}

/// 128 random bits, as 32 hexadecimal digits.
fn random() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| format!("the system gives no random numbers: {e}"))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Whether two texts are equal. The time that it takes does not depend on where they differ.
fn same(typed: &str, secret: &str) -> bool {
    let differ = typed.bytes().zip(secret.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    typed.len() == secret.len() && differ == 0
}

#[cfg(test)]
mod tests;
