//! The bytes of Values in an address, and as text.

use model::values::{LinkedBytes, MAX_LINKED, MapOf};
use value::{Form, map_bytes, read_as};

use super::{Content, ReadProblem, ValuesLook};
use crate::file::OpenFile;
use crate::msg::Msg;
use crate::out::Out;

/// How many bytes are written into the field, at most.
const MAX_WRITTEN: usize = 64 << 10;
/// Bytes in a line of the field.
const LINE: usize = 16;

impl ValuesLook {
    /// The bytes as text that can be read again: hexadecimal; a map dump for entries. None without bytes, and for more
    /// than [`MAX_WRITTEN`].
    pub(super) fn as_text(&self) -> Option<String> {
        let sheet = self.sheet.as_ref().filter(|sheet| sheet.bytes.len() <= MAX_WRITTEN)?;
        match &self.content {
            Some(Content::Entries(_)) => Some(map_bytes(&sheet.entries())),
            _ => {
                let line = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ");
                Some(sheet.bytes.chunks(LINE).map(line).collect::<Vec<_>>().join("\n"))
            }
        }
    }

    /// The bytes as an address carries them. More than [`MAX_LINKED`] bytes are left out. The file's own bytes are left
    /// out if they are unchanged and the receiver has the file. If the receiver does not have the file (`alone`), they
    /// are carried only if the type has their size: only then does the type give the place of each part. In an object
    /// that was not linked, only the symbols give these places.
    pub(crate) fn to_link(&self, file: &OpenFile, alone: bool) -> String {
        let Some(content) = &self.content else { return String::new() };
        let carried = match content {
            Content::Own(id, bytes, _) if alone => Some(bytes.to_vec())
                .filter(|bytes| file.btf.size_of(*id).is_ok_and(|size| size as usize == bytes.len())),
            Content::Own(..) if self.before.is_empty() => None,
            Content::Entries(entries) => Some(map_bytes(entries).into_bytes()),
            Content::Bytes(bytes) | Content::Own(_, bytes, _) => Some(bytes.to_vec()),
        };
        let carried = carried.filter(|bytes| bytes.len() <= MAX_LINKED);
        let linked = LinkedBytes {
            order: self.order,
            entries: matches!(content, Content::Entries(_)) && carried.is_some(),
            map: self.map.clone().unwrap_or_default(),
            key: self.key_name(file),
            text: carried.map(|bytes| share::pack(&bytes)).unwrap_or_default(),
        };
        linked.to_text()
    }

    /// The map that a link with the type must carry, too. It has no name if only the type of the keys is known.
    pub(crate) fn map_to_share(&self, file: &OpenFile) -> Option<MapOf> {
        if !matches!(self.content, Some(Content::Entries(_))) {
            return None;
        }
        if let Some(map) = self.map() {
            return Some(map.clone());
        }
        let key = self.typed_key(file)?;
        Some(MapOf { name: String::new(), section: None, key: Some(key), value: self.of })
    }

    /// The name of the keys' type. A link has this name because the receiver may not have the map.
    fn key_name(&self, file: &OpenFile) -> String {
        match self.map().and_then(|map| file.btf.get(map.key?)) {
            Some(key) => key.name().to_owned(),
            None => self.key.clone(),
        }
    }

    /// Whether the address leads to all of the bytes: it carries them, or they are the file's own bytes, unchanged.
    /// True if there are no bytes.
    pub fn is_linked(&self) -> bool {
        self.content.is_none()
            || self.link.rsplit(';').next().is_some_and(|text| !text.is_empty())
            || !self.is_changed() && matches!(self.content, Some(Content::Own(..)))
    }

    /// Takes the bytes of an address.
    pub(crate) fn apply_address(&mut self, text: &str, file: &OpenFile) -> Vec<Out> {
        if text == self.link {
            return vec![];
        }
        let Some(linked) = LinkedBytes::parse(text) else {
            return vec![Msg::Notice("The link's bytes cannot be read".to_owned()).into()];
        };
        self.order = linked.order.filter(|order| *order != file.btf.endian());
        self.map = Some(linked.map).filter(|name| !name.is_empty());
        self.key = linked.key;
        if linked.text.is_empty() {
            return vec![];
        }
        let read = share::unpack(&linked.text).map_err(|e| e.to_string()).and_then(|bytes| {
            if !linked.entries {
                return Ok(Content::Bytes(bytes.into()));
            }
            let input = read_as(Form::MapDumpPlain, &bytes, self.order(file)).map_err(|e| e.to_string())?;
            Ok(Content::Entries(input.entries.into()))
        });
        match read {
            Ok(content) => {
                self.take(content, "from the link".to_owned());
                self.asking = false;
            }
            Err(e) => {
                self.problem = Some(ReadProblem::plain(format!("The link's bytes cannot be read: {e}")));
                self.asking = true;
            }
        }
        // The type is taken from the selection when the view is shown.
        self.of = None;
        vec![]
    }
}
