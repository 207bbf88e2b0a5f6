//! Folders that are dropped: their files are read as if each had been dropped.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};
use yew::Callback;

use super::busy;

/// The most files that are taken of one drop with folders.
pub const MOST: usize = 200;

/// The files in dropped folders.
pub struct Found {
    /// The files that lie in them directly, and those dropped beside them; sorted by name within a folder.
    pub files: Vec<File>,
    /// The names of the folders.
    pub folders: Vec<String>,
    /// Whether there are more files than [`MOST`].
    pub more: bool,
}

/// The dropped entries, if there is a folder among them. Call it before the first await: the browser empties the list afterwards.
pub fn entries(data: &DataTransfer) -> Option<Vec<FileSystemEntry>> {
    let items = data.items();
    let entry = |i| items.get(i)?.webkit_get_as_entry().ok().flatten();
    let all: Vec<FileSystemEntry> = (0..items.length()).filter_map(entry).collect();
    all.iter().any(FileSystemEntry::is_directory).then_some(all)
}

/// Reads the folders, and then says what is in them.
pub fn read(entries: Vec<FileSystemEntry>, done: Callback<Found>) {
    busy::spawn(async move {
        let mut found = Found { files: Vec::new(), folders: Vec::new(), more: false };
        for entry in entries {
            if !entry.is_directory() {
                found.files.extend(file(entry).await);
                continue;
            }
            found.folders.push(entry.name());
            let mut inside = inside(entry.unchecked_into()).await;
            inside.sort_by_key(FileSystemEntry::name);
            for entry in inside {
                if found.files.len() >= MOST {
                    found.more = true;
                    break;
                }
                found.files.extend(file(entry).await);
            }
        }
        done.emit(found);
    });
}

/// The files in a folder, without those of its folders. A little more than [`MOST`] at most.
async fn inside(folder: FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    // Each call has some of the entries; the last has none.
    while all.len() <= MOST {
        let some = promise(|done, failed| {
            let _ = reader.read_entries_with_callback_and_callback(&done, &failed);
        });
        let Ok(some) = JsFuture::from(some).await else { break };
        let some: Array = some.unchecked_into();
        if some.length() == 0 {
            break;
        }
        all.extend(some.iter().map(JsCast::unchecked_into::<FileSystemEntry>).filter(FileSystemEntry::is_file));
    }
    all
}

async fn file(entry: FileSystemEntry) -> Option<File> {
    let entry: FileSystemFileEntry = entry.unchecked_into();
    let file = promise(|done, failed| entry.file_with_callback_and_callback(&done, &failed));
    JsFuture::from(file).await.ok()?.dyn_into().ok()
}

/// A promise of the result of a function with two callbacks: one for the value, one for the error.
fn promise(start: impl Fn(Function, Function)) -> Promise {
    Promise::new(&mut |done, failed| start(done, failed))
}
