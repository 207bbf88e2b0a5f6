//! Files of every origin: how the address names each, which ones a reload opens again, which ones are in the list of
//! recent files, which links can be made. The table of expected values was written by hand.

use desk::{FileId, FileInput, Origin};
use model::from_dwarf::FromDwarf;
use model::pad::PadTarget;
use session::{Effect, FilesMsg, Msg, Session};

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const SAMPLE: &str = "static/samples/sample.bpf.o";

/// The expected values for one origin.
struct Expected {
    origin: Origin,
    /// How the address names it while it is current.
    named: &'static str,
    /// Whether the address names it while another file is current.
    beside: bool,
    /// Whether it is in the list of recent files.
    recent: bool,
    /// The first words of the links that are made without the worker.
    links: &'static [&'static str],
}

fn all() -> Vec<Expected> {
    let digest = "sha256:aaaa;name=k";
    let of_file: &[&str] = &["A short link"];
    let from = |origin, named, beside, recent, links| Expected { origin, named, beside, recent, links };
    vec![
        from(Origin::Dropped, digest, true, true, of_file),
        from(Origin::Kept("a".repeat(64)), digest, true, true, of_file),
        from(Origin::Sample("kernel".into()), "sample:kernel", true, false, of_file),
        from(
            Origin::Address("https://a.org/k".into()),
            "url:https://a.org/k",
            true,
            true,
            &["A link to the file's address", "A short link"],
        ),
        from(Origin::Link("AAAA".into()), "data:AAAA;name=k", false, false, &[]),
        from(
            Origin::Pad { text: "BBBB".into(), target: PadTarget::default() },
            "pad:BBBB;target=64le",
            false,
            false,
            &["A link to this scratch pad"],
        ),
        from(Origin::Atlas("6.12-amd64".into()), "atlas:6.12-amd64", true, true, &["A link to this kernel"]),
        from(Origin::Made { on: FileId(1) }, digest, false, false, of_file),
    ]
}

fn input(path: &str, name: &str) -> FileInput {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    desk::open::input(container::open(name, &bytes).expect("a fixture opens"))
}

/// Opens a file, and sets its digest.
fn open(s: &mut Session, input: FileInput) -> Vec<Effect> {
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
    let id = s.files().last().expect("a file").id;
    s.update(Msg::Files(FilesMsg::Digest(id, "a".repeat(64))))
}

#[test]
fn each_origin_has_its_own_answers() {
    for Expected { origin, named, beside, recent, links } in all() {
        for made in [false, true] {
            // Types made from DWARF do not change the origin.
            let mut file = FileInput { origin: origin.clone(), ..input(KERNEL, "k") };
            file.from_dwarf = made.then(|| Box::new(FromDwarf::default()));
            let mut s = Session::default();
            let effects = open(&mut s, file);
            let is_noted = effects.iter().any(|e| matches!(e, Effect::SaveRecent(_)));
            assert_eq!(is_noted, recent, "{origin:?}: in the list of recent files");
            let address = s.address().to_fragment().replace(&"a".repeat(64), "aaaa");
            assert_eq!(address.split('&').nth(1), Some(format!("f={named}").as_str()), "{origin:?}");
            let offers = s.offers();
            assert_eq!(offers.len(), links.len(), "{origin:?}: {offers:?}");
            assert!(offers.iter().zip(links).all(|(o, title)| o.title.starts_with(title)), "{origin:?}: {offers:?}");
            open(&mut s, input(SAMPLE, "shown.o"));
            let address = s.address().to_fragment().replace(&"a".repeat(64), "aaaa");
            assert_eq!(address.contains(&format!("&f=target,{named}")), beside, "{origin:?}: {address}");
        }
    }
}
