//! How what was opened travels.

use super::wire::wire;
use crate::archive::{ArchiveView, EntryView};
use crate::file::{FileInput, FileKind};
use crate::session::Problem;

wire!(
    enum FileKind {
        Kernel,
        Module,
        Program,
        Base,
        Raw,
    }
);
wire!(struct FileInput {
    name, size, kind, btf, btf_at, ext, base, needs_base, arch, version, pointer_size, digest_of, sample, url, start, data, extras, on, digest,
});
wire!(struct EntryView { index, path, size });
wire!(struct ArchiveView { name, entries, others });
wire!(struct Problem { file, message, expected, found, at, go });
