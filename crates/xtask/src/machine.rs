//! The project's folder, and running programs in it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt};

use xtask::programs;

/// Why a command failed, for people to read.
#[derive(Debug)]
pub struct Failure(pub String);

/// The result of a step of xtask.
pub type Outcome<T> = Result<T, Failure>;

/// Adds to an error what was being done.
pub trait Doing<T> {
    /// Turns the error into a [`Failure`] that begins with `what`.
    fn doing(self, what: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> Doing<T> for Result<T, E> {
    fn doing(self, what: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Failure(format!("{what}: {error}")))
    }
}

/// The project's checkout.
#[derive(Debug)]
pub struct Project {
    /// Its top folder.
    pub top: PathBuf,
}

impl Project {
    /// The checkout that this xtask was built from.
    pub fn find() -> Outcome<Project> {
        // cargo also sets the variable at run time, so a binary copied with its checkout finds the copy.
        let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").to_owned());
        let top = Path::new(&manifest).ancestors().nth(2).map(Path::to_owned);
        match top {
            Some(top) if top.join("Trunk.toml").is_file() => Ok(Project { top }),
            _ => Err(Failure(format!("{manifest} is not inside the project; run it as `cargo xtask`"))),
        }
    }

    /// The folder of the tools that xtask installs.
    pub fn tools(&self) -> PathBuf {
        self.top.join(".tools")
    }

    /// The folder of the built page.
    pub fn dist(&self) -> PathBuf {
        self.top.join("dist")
    }

    /// The folder for work in progress. It is on the same disk as the results, which are renamed into place; cargo's
    /// target folder may not be.
    pub fn work(&self) -> PathBuf {
        self.top.join("target/xtask")
    }

    /// `PATH` with our tools first: Debian's binaryen, for example, is too old for today's wasm.
    pub fn path(&self) -> Outcome<OsString> {
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [self.tools().join("bin")].into_iter().chain(env::split_paths(&others));
        env::join_paths(folders).doing("put .tools/bin on PATH")
    }

    /// A program that runs in the top folder with our tools first on `PATH`.
    pub fn program(&self, name: impl AsRef<Path>) -> Outcome<Command> {
        let mut command = Command::new(name.as_ref());
        command.current_dir(&self.top).env("PATH", self.path()?).stdin(Stdio::null());
        Ok(command)
    }

    /// The cargo that runs xtask.
    pub fn cargo(&self) -> Outcome<Command> {
        self.program(env::var_os("CARGO").unwrap_or("cargo".into()))
    }

    /// The same cargo; where there is a `nice`, other programs of this run get the processors first.
    pub fn cargo_behind(&self) -> Outcome<Command> {
        let Some(nice) = programs::on_path("nice") else { return self.cargo() };
        let mut command = self.program(nice)?;
        command.args(["-n", "10"]).arg(env::var_os("CARGO").unwrap_or("cargo".into()));
        Ok(command)
    }

    /// Cargo's target folder.
    pub fn target(&self) -> Outcome<PathBuf> {
        let metadata = output(self.cargo()?.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]))?;
        target_in(&metadata).ok_or(Failure("cargo metadata does not name the target folder".to_owned()))
    }

    /// Lets one xtask at a time install and build; others wait until the lock is dropped.
    pub fn lock(&self) -> Outcome<File> {
        self.lock_on("lock", "Waiting for another xtask to finish ...")
    }

    /// Lets one xtask at a time build the page. It is not [`Project::lock`]: others may install and build meanwhile.
    pub fn page_lock(&self) -> Outcome<File> {
        self.lock_on("page.lock", "Waiting for another xtask to build the page ...")
    }

    fn lock_on(&self, name: &str, waits: &str) -> Outcome<File> {
        fs::create_dir_all(self.work()).doing("create target/xtask")?;
        let file = File::create(self.work().join(name)).doing(format_args!("create target/xtask/{name}"))?;
        if file.try_lock().is_err() {
            println!("{waits}");
            file.lock().doing(format_args!("lock target/xtask/{name}"))?;
        }
        Ok(file)
    }
}

/// The folder where cargo keeps libraries.
pub fn cargo_home() -> Option<PathBuf> {
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))
}

fn target_in(metadata: &str) -> Option<PathBuf> {
    let (_, rest) = metadata.split_once("\"target_directory\":\"")?;
    let (text, _) = rest.split_once('"')?;
    // The only escaped character in a path is the backslash, Windows's separator.
    Some(PathBuf::from(text.replace("\\\\", "\\")))
}

/// Runs a program to its end; it shares our output.
pub fn run(command: &mut Command) -> Outcome<()> {
    let line = line(command);
    let status = command.status().doing(format_args!("`{line}` does not start"))?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{line}` failed ({status})"))) }
}

/// Runs a program to its end, and hands over each line of its stdout as it comes; stderr is ours.
pub fn lines(command: &mut Command, mut each: impl FnMut(&str)) -> Outcome<()> {
    let line = line(command);
    let doing = || format!("`{line}`");
    let mut child = command.stdout(Stdio::piped()).spawn().doing(format_args!("`{line}` does not start"))?;
    for text in child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
        each(&text.doing(doing())?);
    }
    let status = child.wait().doing(doing())?;
    if status.success() { Ok(()) } else { Err(Failure(format!("`{line}` failed ({status})"))) }
}

/// The stdout of a program; an error if the program fails.
pub fn output(command: &mut Command) -> Outcome<String> {
    let line = line(command);
    let output = command.output().doing(format_args!("`{line}` does not start"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(Failure(format!("`{line}` failed ({})\n{}", output.status, why.trim_end())))
    }
}

/// The command as one would type it, shortened.
fn line(command: &Command) -> String {
    let mut line = Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    if let Some((end, _)) = line.char_indices().nth(120) {
        line.truncate(end);
        line.push_str(" ...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_target_folder() {
        let metadata = r#"{"packages":[],"target_directory":"/some/where","version":1}"#;
        assert_eq!(target_in(metadata), Some(PathBuf::from("/some/where")));
        assert_eq!(target_in("{}"), None);
    }
}
