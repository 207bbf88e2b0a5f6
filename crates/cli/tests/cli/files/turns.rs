//! Processes that change the same atlas take turns.

use std::fs::File;
use std::process::Stdio;
use std::time::Instant;

use super::put;
use crate::run::{bad, folder, good, program, run, text};

#[test]
fn of_twenty_that_add_at_once_none_is_lost() {
    let folder = folder("turns");
    let at = text(&folder);
    let files: Vec<String> = (1..=20).map(|n| format!("5.10.{n}.btf")).collect();
    for name in &files {
        put(&folder, &[("kernel.x86_64.btf", name)]);
    }
    good(
        &format!("atlas build -o {at}/w.atlas {at}/kernel.btf {at}/5.10.1.btf")
            .replace(&format!("{at}/kernel.btf "), ""),
    );
    let add = |name: &String| {
        let args = ["atlas", "add", &format!("{at}/w.atlas"), &format!("{at}/{name}")].map(str::to_owned);
        program().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
    };
    let running: Vec<_> = files[1..].iter().map(add).collect();
    for mut child in running {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    let list = good(&format!("atlas list {at}/w.atlas"));
    for name in &files {
        let release = name.trim_end_matches(".btf");
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(release)), "{release}: {list}");
    }
    // Removing takes turns as well.
    let remove = |n: u32| {
        let args = ["atlas", "remove", &format!("{at}/w.atlas"), &format!("5.10.{n}")].map(str::to_owned);
        program().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
    };
    let running: Vec<_> = (2..=20).map(remove).collect();
    for mut child in running {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    assert!(good(&format!("atlas list {at}/w.atlas")).contains("1 of 1 kernel"));
    assert_eq!(super::names(&folder).len(), 21, "nothing remains beside it");
}

#[test]
fn waiting_is_said_and_ends() {
    let folder = folder("turns-wait");
    let at = text(&folder);
    good(&format!("atlas build -o {at}/w.atlas kernel.x86_64.btf"));
    let held = File::options().write(true).open(folder.join("w.atlas")).expect("an atlas");
    held.lock().expect("locked");
    let e = bad(&format!("atlas add {at}/w.atlas layout.bpfel.btf --wait 0"), 2);
    assert!(e.contains("another btfscope is at work on it"), "{e}");
    let began = Instant::now();
    let waited = run(&["atlas", "add", &format!("{at}/w.atlas"), "layout.bpfel.btf", "--wait", "1"]);
    assert!(waited.status == 2 && waited.err.contains("waiting, at most 1 s"), "{}", waited.err);
    assert!(began.elapsed().as_secs() >= 1);
    // Reading does not wait.
    good(&format!("atlas list {at}/w.atlas"));
    let add = ["atlas", "add", &format!("{at}/w.atlas"), "layout.bpfel.btf"].map(str::to_owned);
    let mut waits = program().args(add).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(waits.try_wait().expect("asked").is_none(), "it waits");
    drop(held);
    assert_eq!(waits.wait().expect("it ends").code(), Some(0));
    assert!(good(&format!("atlas list {at}/w.atlas")).contains("2 of 2 kernels"));
}
