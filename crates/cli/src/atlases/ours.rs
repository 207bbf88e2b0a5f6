//! The atlas that comes with btfscope.

use std::env;
use std::path::{Path, PathBuf};

/// Its name.
pub const OURS: &str = "debian.atlas";

/// Its path: that in BTFSCOPE_ATLAS, or else beside the program; `None` if there is none.
pub fn find() -> Option<PathBuf> {
    if let Some(path) = env::var_os("BTFSCOPE_ATLAS").filter(|path| !path.is_empty()) {
        return Some(PathBuf::from(path));
    }
    let program = env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new(""));
    // Beside the program as packages install it, and as a build of the repository has it.
    let places = ["", "static/atlas", "../share/btfscope", "../../static/atlas", "../../../static/atlas"];
    let there = places.iter().map(|place| folder.join(place).join(OURS)).find(|path| path.is_file());
    there.map(|path| path.canonicalize().unwrap_or(path))
}
