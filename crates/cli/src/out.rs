//! [`Out`]: standard output for printers.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use btf::{Spent, Stopped};
use clap::ValueEnum;
use dump::{Sink, TokenKind};

use crate::fail::{Failure, harmless};
use crate::room;

/// When colours are used. `Auto`: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Colours {
    #[default]
    Auto,
    Always,
    Never,
}

/// How many bytes of text are gathered before they are written.
const BUFFER: usize = 64 << 10;

/// The capacity of the buffer beyond [`BUFFER`]: the last text before a write may make it longer than that.
const SPARE: usize = 1 << 10;

/// Standard output: buffered, coloured by kind of token, and silent when the reader has gone.
///
/// Printers cannot fail, so the first error is kept, and later output is dropped. Output beyond the limit ([`room`]) is
/// dropped, too. [`Out::finish`] reports both.
pub struct Out {
    to: Box<dyn Write>,
    /// Text not yet written. Printers give a few bytes at a time, so appending must be cheap.
    gathered: String,
    colours: bool,
    terminal: bool,
    failed: Option<io::Error>,
    /// Bytes that were written.
    written: u64,
    /// The limit, if [`room::most`] was exceeded: the rest is dropped.
    stopped: Option<Stopped>,
}

impl Out {
    /// The process's standard output.
    pub fn stdout(colours: Colours) -> Out {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let colours = match colours {
            Colours::Always => true,
            Colours::Never => false,
            Colours::Auto => {
                let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
                terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Out::new(unbuffered(stdout), colours, terminal)
    }

    fn new(to: Box<dyn Write>, colours: bool, terminal: bool) -> Out {
        Out {
            to,
            gathered: String::with_capacity(BUFFER + SPARE),
            colours,
            terminal,
            failed: None,
            written: 0,
            stopped: None,
        }
    }

    /// Whether texts are written without colours and escapes.
    pub fn is_plain(&self) -> bool {
        !self.colours && !self.terminal
    }

    /// Writes the text that is still buffered.
    ///
    /// # Errors
    /// When a write failed, or the output exceeds [`room::most`]. A reader that has gone (`| head`) is not an error.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.write_out();
        let result = match self.failed.take() {
            Some(e) => Err(e),
            None => self.to.flush(),
        };
        match (result, self.stopped) {
            (Err(e), _) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            (Err(e), _) => Err(Failure::Bad(format!("cannot write: {e}"))),
            (Ok(()), Some(stopped)) => Err(stopped.into()),
            (Ok(()), None) => Ok(()),
        }
    }

    /// Writes bytes, up to the limit.
    fn put_out(&mut self, bytes: &[u8]) {
        if self.is_closed() {
            return;
        }
        let most = room::most();
        let left = most.saturating_sub(self.written);
        let fits = usize::try_from(left).map_or(bytes, |left| bytes.get(..left).unwrap_or(bytes));
        if fits.len() < bytes.len() {
            self.stopped = Some(Stopped { spent: Spent::Bytes, most });
        }
        self.written = self.written.saturating_add(fits.len() as u64);
        if let Err(e) = self.to.write_all(fits) {
            self.failed = Some(e);
        }
    }

    /// Writes formatted text, without colour.
    pub fn put(&mut self, text: fmt::Arguments<'_>) {
        match text.as_str() {
            Some(text) => self.token(TokenKind::Text, text),
            None => self.token(TokenKind::Text, &text.to_string()),
        }
    }

    #[inline]
    fn write(&mut self, text: &str) {
        if text.len() >= BUFFER {
            return self.write_large(text);
        }
        self.gathered.push_str(text);
        if self.gathered.len() >= BUFFER {
            self.write_out();
        }
    }

    /// Writes a text that is at least as large as the buffer, without copying it.
    #[cold]
    #[inline(never)]
    fn write_large(&mut self, text: &str) {
        self.write_out();
        self.put_out(text.as_bytes());
    }

    /// Writes the buffered text at once.
    #[cold]
    #[inline(never)]
    pub fn write_out(&mut self) {
        let mut gathered = std::mem::take(&mut self.gathered);
        self.put_out(gathered.as_bytes());
        gathered.clear();
        self.gathered = gathered;
    }

    #[inline(never)]
    fn styled(&mut self, kind: TokenKind, text: &str) {
        let clean;
        // Coloured output reaches a terminal in the end, even through a pipe, so control characters are escaped.
        let text = if text.contains(|c: char| !matches!(c, '\n' | '\t') && btf::alters_text(c)) {
            clean = harmless(text);
            &clean
        } else {
            text
        };
        let colour = match kind {
            _ if !self.colours || text.is_empty() => "",
            TokenKind::Keyword => "\x1b[34m",
            TokenKind::TypeName(_) => "\x1b[36m",
            TokenKind::Number => "\x1b[33m",
            TokenKind::Comment => "\x1b[90m",
            TokenKind::Directive => "\x1b[35m",
            TokenKind::Member(..) | TokenKind::Name | TokenKind::Punct | TokenKind::Text => "",
        };
        self.write(colour);
        self.write(text);
        if !colour.is_empty() {
            self.write("\x1b[0m");
        }
    }
}

impl Sink for Out {
    fn bytes(&mut self, kind: TokenKind, bytes: &[u8]) {
        if !self.is_plain() {
            return self.styled(kind, &String::from_utf8_lossy(bytes));
        }
        self.write_out();
        self.put_out(bytes);
    }

    fn is_closed(&self) -> bool {
        self.failed.is_some() || self.stopped.is_some()
    }

    #[inline]
    fn token(&mut self, kind: TokenKind, text: &str) {
        if self.is_plain() { self.write(text) } else { self.styled(kind, text) }
    }

    #[inline]
    fn decimal(&mut self, kind: TokenKind, n: u64) {
        if self.is_plain() {
            self.gathered.decimal(kind, n);
        } else {
            self.styled(kind, &n.to_string());
        }
    }
}

/// Standard output without the standard library's buffer, if possible. That buffer searches all output for line ends,
/// which takes time and is of no use here: [`Out`] has a buffer of its own.
fn unbuffered(stdout: io::Stdout) -> Box<dyn Write> {
    #[cfg(unix)]
    if let Ok(file) = std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned() {
        return Box::new(std::fs::File::from(file));
    }
    Box::new(stdout.lock())
}

/// `out!(to, "format {}", values)`: short for [`Out::put`].
macro_rules! out {
    ($to:expr, $($format:tt)*) => { $to.put(format_args!($($format)*)) };
}
pub(crate) use out;

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use btf::TypeId;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(colours: bool, terminal: bool) -> String {
        let kept = Kept::default();
        let mut out = Out::new(Box::new(kept.clone()), colours, terminal);
        out.token(TokenKind::Keyword, "struct");
        out.token(TokenKind::Text, " ");
        out.token(TokenKind::TypeName(TypeId(7)), "a\x1b[2Jb");
        out!(out, " {}\n", 1);
        out.finish().unwrap();
        String::from_utf8(kept.0.take()).unwrap()
    }

    #[test]
    fn files_get_every_byte_and_terminals_no_commands() {
        assert_eq!(written(false, false), "struct a\x1b[2Jb 1\n");
        assert_eq!(written(false, true), "struct a\\x1b[2Jb 1\n");
        for terminal in [false, true] {
            assert_eq!(written(true, terminal), "\x1b[34mstruct\x1b[0m \x1b[36ma\\x1b[2Jb\x1b[0m 1\n");
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error_and_a_full_disk_is() {
        for (kind, fails) in [(io::ErrorKind::BrokenPipe, false), (io::ErrorKind::StorageFull, true)] {
            let mut out = Out::new(Box::new(Failing(kind)), false, false);
            let long = "x".repeat(BUFFER);
            assert!(!out.is_closed());
            out.token(TokenKind::Text, &long);
            out.token(TokenKind::Text, &long);
            assert!(out.is_closed());
            assert_eq!(out.finish().is_err(), fails);
            // Short texts fail only at the end.
            let mut out = Out::new(Box::new(Failing(kind)), false, false);
            out.token(TokenKind::Text, "x");
            assert_eq!(out.finish().is_err(), fails);
        }
    }
}
