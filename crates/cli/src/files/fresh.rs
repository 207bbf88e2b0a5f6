//! A new file, until it has its name.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use super::leftover;

/// A file being written. If the system supports it (`O_TMPFILE`, open(2)), the file has no name in the folder: then
/// nothing of it remains, whatever ends the process. Otherwise it has an unpredictable name until it gets its final
/// name or is dropped.
pub(super) struct Fresh(Held);

enum Held {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile<File>),
}

impl Fresh {
    /// Makes a file in a folder, which must be on the file system where the file gets its final name.
    ///
    /// # Errors
    /// When it cannot be created.
    pub(super) fn in_folder(folder: &Path) -> io::Result<Fresh> {
        let fresh = Fresh(Held::new(folder)?);
        // The lock shows `leftover` that a process is still at work.
        fresh.file().try_lock().ok();
        Ok(fresh)
    }

    /// Removes files that killed runs left in a folder.
    pub(super) fn clean(&self, folder: &Path) {
        if let Ok(ours) = self.file().metadata() {
            leftover::remove(folder, &ours);
        }
    }

    pub(super) fn file(&self) -> &File {
        match &self.0 {
            #[cfg(target_os = "linux")]
            Held::Unnamed(file) => file,
            Held::Named(file) => file.as_file(),
        }
    }

    /// Copies the mode and the owner of the file that this one replaces, and syncs this one to the disk.
    ///
    /// # Errors
    /// When that fails, for example because the disk is full.
    pub(super) fn finish(&self, old: Option<&Metadata>) -> io::Result<()> {
        let file = self.file();
        if let Some(old) = old {
            keep(file, old)?;
        }
        file.sync_all()
    }

    /// Gives the file its final name, if no other file has it.
    ///
    /// # Errors
    /// When the name is taken, or the file cannot be linked.
    pub(super) fn place(self, path: &Path) -> io::Result<()> {
        match self.0 {
            #[cfg(target_os = "linux")]
            Held::Unnamed(file) => link(&file, path),
            Held::Named(file) => file.persist_noclobber(path).map(drop).map_err(|e| e.error),
        }
    }

    /// Replaces a file, in one step.
    ///
    /// # Errors
    /// When that fails; the old file is unchanged.
    pub(super) fn replace(self, folder: &Path, path: &Path) -> io::Result<()> {
        match self.0 {
            // Linux has no call that lets an unnamed file replace another, so it gets a temporary name first.
            #[cfg(target_os = "linux")]
            Held::Unnamed(file) => {
                let named = name(0o600).make_in(folder, |path| link(&file, path))?;
                named.persist(path).map(drop).map_err(|e| e.error)
            }
            Held::Named(file) => file.persist(path).map(drop).map_err(|e| e.error),
        }
    }
}

impl Held {
    fn new(folder: &Path) -> io::Result<Held> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder) {
            return Ok(Held::Unnamed(file));
        }
        let make = |path: &Path| fs::OpenOptions::new().read(true).write(true).create_new(true).open(path);
        Ok(Held::Named(name(0o666).make_in(folder, make)?))
    }
}

/// Makes unpredictable names that [`leftover`] recognises, for files or folders of this mode.
pub(super) fn name(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(leftover::PREFIX).suffix("").rand_bytes(leftover::LETTERS);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder
}

/// An unnamed file, if the file system and the kernel support it and /proc can name it later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = i32::try_from(rustix::fs::OFlags::TMPFILE.bits()).ok()?;
    let file = fs::OpenOptions::new().read(true).write(true).custom_flags(flags).open(folder).ok()?;
    fs::symlink_metadata(in_proc(&file)).ok().map(|_| file)
}

#[cfg(target_os = "linux")]
fn in_proc(file: &File) -> String {
    format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file))
}

/// Gives an unnamed file a free name.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, in_proc(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Copies mode and owner of another file. If the owner cannot be copied, the set-user-ID, set-group-ID and sticky bits
/// are left out.
fn keep(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let new = file.metadata()?;
        let same = (new.uid(), new.gid()) == (old.uid(), old.gid());
        let kept = same || fchown(file, Some(old.uid()), Some(old.gid())).is_ok();
        let mode = old.mode() & if kept { 0o7777 } else { 0o777 };
        file.set_permissions(PermissionsExt::from_mode(mode))
    }
    #[cfg(not(unix))]
    file.set_permissions(old.permissions())
}

/// Syncs the names in a folder to the disk. A folder that cannot be opened, and a file system that cannot sync folders,
/// are no errors.
///
/// # Errors
/// When the disk fails.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        synced if cfg!(unix) => synced,
        _ => Ok(()),
    }
}
