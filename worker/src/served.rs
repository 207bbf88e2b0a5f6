//! Atlases on the page's server, fetched by ranges (RFC 9110, section 14). A worker may use synchronous requests, so a
//! question can wait for missing bytes and need not be asked again.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use atlas::{NoBytes, Ranges};
use container::FileRange;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};
use work::PageAtlas;

/// Bytes of the first fetch: enough for the header and the directory of an atlas of some hundred kernels.
const FIRST: u64 = 96 << 10;

/// A file on the page's server.
#[derive(Clone)]
pub struct Served(Rc<Inner>);

struct Inner {
    address: String,
    /// The length of the file in bytes, once it is known.
    len: RefCell<Option<u64>>,
    /// The ranges fetched so far.
    parts: RefCell<Vec<(FileRange, Arc<[u8]>)>>,
    /// The second file of the atlas, which has the names that modules bring.
    modules: OnceCell<Served>,
}

impl Served {
    /// A file of which nothing is fetched yet.
    pub fn new(address: String) -> Served {
        Served(Rc::new(Inner { address, len: RefCell::default(), parts: RefCell::default(), modules: OnceCell::new() }))
    }

    fn part(&self, range: FileRange) -> Option<Arc<[u8]>> {
        let parts = self.0.parts.borrow();
        let (part, bytes) = parts.iter().find(|(part, _)| part.covers(range))?;
        let at = |offset: u64| usize::try_from(offset.saturating_sub(part.start)).ok();
        bytes.get(at(range.start)?..at(range.end)?).map(Arc::from)
    }

    /// Fetches a range, or the whole file for `None`. A server without ranges sends the whole file in both cases.
    fn fetch(&self, range: Option<FileRange>) -> Result<(), String> {
        let failed = |why: &str| format!("The atlas could not be fetched: {why}");
        let unreachable = |_| failed("is the page's folder complete, and is there a network?");
        let request = XmlHttpRequest::new().map_err(unreachable)?;
        request.open_with_async("GET", &self.0.address, false).map_err(unreachable)?;
        request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
        if let Some(range) = range {
            let bytes = format!("bytes={}-{}", range.start, range.end.saturating_sub(1));
            request.set_request_header("Range", &bytes).map_err(unreachable)?;
        }
        request.send().map_err(unreachable)?;
        let status = request.status().unwrap_or(0);
        let body = request.response().ok().and_then(|body| body.dyn_into::<js_sys::ArrayBuffer>().ok());
        let body: Arc<[u8]> = body.map(|body| Uint8Array::new(&body).to_vec()).unwrap_or_default().into();
        let (start, len) = match (status, range) {
            (206, Some(range)) => {
                let said = request.get_response_header("Content-Range").ok().flatten().unwrap_or_default();
                let len = said.rsplit_once('/').and_then(|(_, len)| len.trim().parse::<u64>().ok());
                (range.start, len.ok_or_else(|| failed(&format!("its length is not known (“{said}”)")))?)
            }
            (200, _) => (0, body.len() as u64),
            (404, _) => return Err(failed("the page's folder has none")),
            (status, _) => return Err(failed(&format!("the server answered {status}"))),
        };
        let known = self.0.len.borrow_mut().replace(len);
        let mut parts = self.0.parts.borrow_mut();
        if known.is_some_and(|known| known != len) {
            parts.clear();
            return Err(failed("it was replaced on the server: load the page again"));
        }
        let got = FileRange::at(start, body.len() as u64);
        parts.retain(|(part, _)| !got.covers(*part));
        parts.push((got, body));
        Ok(())
    }
}

impl PageAtlas for Served {
    fn ranges(&self) -> Result<Box<dyn Ranges>, String> {
        if self.0.len.borrow().is_none() {
            self.fetch(Some(FileRange::new(0, FIRST)))?;
        }
        Ok(Box::new(self.clone()))
    }

    fn fetch_all(&self) -> Result<(), String> {
        let whole = FileRange::new(0, self.file_len());
        if self.0.parts.borrow().iter().any(|(part, _)| part.covers(whole)) { Ok(()) } else { self.fetch(None) }
    }

    fn modules(&self) -> Option<Box<dyn Ranges>> {
        let stem = self.0.address.strip_suffix(".atlas")?;
        self.0.modules.get_or_init(|| Served::new(format!("{stem}-modules.atlas"))).ranges().ok()
    }
}

impl Ranges for Served {
    fn file_len(&self) -> u64 {
        self.0.len.borrow().unwrap_or(0)
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        if let Some(bytes) = self.part(range) {
            return Ok(bytes);
        }
        self.fetch(Some(range)).map_err(NoBytes::Failed)?;
        self.part(range).ok_or_else(|| NoBytes::Failed("the server gave other bytes than were asked for".to_owned()))
    }
}
