//! `view`: the page in the browser, with files of this computer.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use crate::fail::{Failure, say};
use crate::files::{self, AsText};
use crate::out::{Out, out};
use crate::site::{Site, browser, given, http, page};

/// Open files in the page of btfscope, in your browser
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Serves the page and the named files, and no others, on the loopback interface of this computer, below a path
that is random in each run, until Ctrl+C. Nothing is written, and nothing leaves the computer. Of a FOLDER, as
/sys/kernel/btf, the file vmlinux is opened, and the others that lie in it are offered in the page.
Without FILE, the kernel that runs is opened, and its modules are offered. X.atlas#KERNEL is a kernel of an atlas.

The browser is the one in BROWSER, or that of the desktop. From another computer, a tunnel leads here:
ssh -C -L PORT:127.0.0.1:PORT HOST, with the port that is printed; the same address then works there.

Examples:
  btfscope view
  btfscope view prog.bpf.o vmlinux
  btfscope view my.atlas#6.1.0-53-amd64 --no-open --port 8123")]
pub struct Args {
    /// Files and folders to open; - is standard input
    #[arg(value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// The port; else any that is free
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
    /// The page to serve, as cargo xtask dist makes it; else the one inside of btfscope
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

/// Runs the command. If it starts to serve, only a signal ends it.
///
/// # Errors
/// When there is no page, a file cannot be read, or the port is taken.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (page, of) = match &args.page {
        Some(folder) => (page::in_folder(folder)?, folder.as_text()),
        None => {
            let what = "this btfscope was built without the page: name one by --page FOLDER";
            let without = || Failure::Bad(format!("{what} (cargo xtask dist makes it)"));
            (page::inside().ok_or_else(without)?, "the page inside".to_owned())
        }
    };
    let given = given::given(&args.files)?;
    let site = Site::new(page, given).map_err(|why| Failure::Bad(format!("{of}: {why}")))?;
    let fail = |e: io::Error| Failure::Bad(format!("port {}: {e}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(fail)?;
    let address = listener.local_addr().map_err(fail)?;
    out!(out, "http://{address}{}\n", site.path());
    let here = files::text(Path::new("/proc/sys/kernel/hostname"), 256).unwrap_or_default();
    let here = if here.trim().is_empty() { "HOST" } else { here.trim() };
    out!(out, "From another computer: ssh -C -L {}:{address} {here}\nthen the same address there.\n", address.port());
    out!(out, "Ctrl+C ends this.\n");
    out.write_out();
    if let Some(once) = site.path_once().filter(|_| !args.no_open)
        && let Some(why) = browser::open(&format!("http://{address}{once}"))
    {
        say(&why);
    }
    http::serve(&listener, move |request| site.answer(request))
}
