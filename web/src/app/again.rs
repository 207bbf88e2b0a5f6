//! Files that come again after they could not be opened: what was said of one is said once, and is gone when it opens.

use std::collections::HashMap;

use desk::FileId;
use session::Session;
use web_sys::File;

/// What files are known by, by name, size in bytes and time of the last change in milliseconds: as much as a browser says of a file
/// before it is read.
#[derive(Default)]
pub struct Again(HashMap<(String, u64, u64), FileId>);

impl Again {
    /// What a file is known by from now on: a new id, or that of the same file if there still is a problem with it.
    pub fn id_of(&mut self, file: &File, session: &Session) -> FileId {
        let key = (file.name(), file.size() as u64, file.last_modified() as u64);
        let failed = |id: FileId| session.file_of(id).is_none() && session.problems().iter().any(|p| p.of == Some(id));
        let id = self.0.get(&key).copied().filter(|&id| failed(id)).unwrap_or_else(|| session.new_file_id());
        self.0.insert(key, id);
        id
    }
}
