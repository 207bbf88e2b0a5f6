//! Dropped folders: their files are read as if each file had been dropped.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};
use yew::Callback;

use super::busy;

/// Once a drop has this many files, no more files are taken out of its folders. Files that were dropped beside the
/// folders are always taken.
pub const MOST: usize = 200;

/// The files in dropped folders.
pub struct Found {
    /// The files directly in them, and the files that were dropped beside them; sorted by name within each folder.
    pub files: Vec<File>,
    /// The names of the folders.
    pub folders: Vec<String>,
    /// Whether files in the folders were left out because of [`MOST`].
    pub more: bool,
}

/// The dropped entries, if a folder is among them. Call it before the first await, because the browser empties the
/// list afterwards.
pub fn entries(data: &DataTransfer) -> Option<Vec<FileSystemEntry>> {
    let items = data.items();
    let entry = |i| items.get(i)?.webkit_get_as_entry().ok().flatten();
    let all: Vec<FileSystemEntry> = (0..items.length()).filter_map(entry).collect();
    all.iter().any(FileSystemEntry::is_directory).then_some(all)
}

/// Reads the folders, and then calls `done` with their files.
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

/// The files directly in a folder, without the files of its subfolders. Stops once there are more than [`MOST`].
async fn inside(folder: FileSystemDirectoryEntry) -> Vec<FileSystemEntry> {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    // Each call gives some of the entries; the last one gives none.
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

/// A promise for the result of a function that takes two callbacks, one for the value and one for the error.
fn promise(start: impl Fn(Function, Function)) -> Promise {
    Promise::new(&mut |done, failed| start(done, failed))
}
