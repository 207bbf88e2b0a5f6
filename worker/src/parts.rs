//! Reads parts of a file synchronously, which browsers allow only in workers.

use container::Source;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, FileReaderSync};

/// A browser file that can be read at any offset.
pub struct Parts {
    file: File,
    reader: FileReaderSync,
}

impl Parts {
    /// Opens a reader on a file.
    pub fn new(file: File) -> Result<Parts, String> {
        Ok(Parts { file, reader: FileReaderSync::new().map_err(say)? })
    }
}

fn say(e: JsValue) -> String {
    e.dyn_ref::<js_sys::Error>().map_or("the browser refused to read the file".into(), |e| String::from(e.message()))
}

impl Source for Parts {
    fn len(&self) -> u64 {
        self.file.size() as u64
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let end = at.saturating_add(buf.len() as u64).min(self.len());
        // Offsets are f64, because the method with i32 ends at 2 GiB.
        let part = self.file.slice_with_f64_and_f64(at.min(end) as f64, end as f64).map_err(say)?;
        let bytes = Uint8Array::new(&self.reader.read_as_array_buffer(&part).map_err(say)?.into());
        let count = (bytes.length() as usize).min(buf.len());
        bytes.subarray(0, count as u32).copy_to(&mut buf[..count]);
        Ok(count)
    }
}
