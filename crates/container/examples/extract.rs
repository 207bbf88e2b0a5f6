//! Saves the BTF of a file as a file of its own: `extract FILE OUT`. From a kernel's package, it takes the BTF of the
//! kernel.

use std::env;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;

use container::{Limits, Unpacked, unpack, unpack_entry};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = env::args().skip(1);
    let (Some(from), Some(to)) = (paths.next(), paths.next()) else { return Err("usage: extract FILE OUT".into()) };
    let (bytes, limits) = (fs::read(&from)?, Limits::default());
    let mut source = bytes.as_slice();
    let go = &mut |_| ControlFlow::Continue(());
    let mut found = unpack(&from, &mut source, &limits, go)?;
    if let Unpacked::Archive(archive) = &found
        && let Some(kernel) = archive.only_kernel()
    {
        found = unpack_entry(&from, &mut source, kernel, &limits, go)?;
    }
    let Unpacked::File(opened) = found else { return Err("it holds no BTF, or several kernels".into()) };
    fs::write(to, &opened.btf.bytes)?;
    Ok(())
}
