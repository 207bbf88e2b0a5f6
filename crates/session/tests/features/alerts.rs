//! The texts of alerts and problems.

use desk::Problem;
use model::address::CONSENT;
use session::{FilesMsg, Msg, RecentMsg, Remembered, Session, WantedAlert};

fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn open(s: &mut Session, name: &str) {
    let short = name.rsplit('/').next().unwrap_or(name);
    let input = desk::open::input(container::open(short, &bytes(name)).expect("a fixture opens"));
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
}

/// The alert for a link.
fn asked(s: &Session) -> Option<WantedAlert> {
    s.file_alert()
}

fn titles(alert: &WantedAlert) -> Vec<&str> {
    alert.buttons.iter().map(|b| b.title.as_str()).collect()
}

const DIGEST: &str = "abababababababababababababababababababababababababababababababab";

#[test]
fn a_link_by_digest_asks_for_the_file() {
    let mut s = Session::default();
    s.update(Msg::AddressChanged(format!("#v=1&f=sha256:{DIGEST};name=a.btf&t=sock&kind=struct&view=layout")));
    let alert = asked(&s).expect("it is asked for");
    assert_eq!(alert.name, "a.btf");
    assert!(alert.text.contains("struct sock of a.btf") && alert.text.contains("not contain"), "{}", alert.text);
    assert_eq!(alert.facts, [format!("SHA-256 of its BTF: {DIGEST}")]);
    assert_eq!(titles(&alert), ["Open file"]);
    // The browser has a stored copy of the file.
    let kept = Remembered { sha256: DIGEST.into(), name: "a.btf".into(), for_tab: false };
    s.update(Msg::Recent(RecentMsg::Remembered(vec![kept])));
    let alert = asked(&s).expect("it is asked for");
    assert!(alert.text.contains("has a copy"), "{}", alert.text);
    assert_eq!(titles(&alert), ["Open the remembered file", "Open file"]);
    // Another file is opened.
    open(&mut s, "static/samples/sample.bpf.o");
    let id = s.current().expect("a file");
    s.update(Msg::Files(FilesMsg::Digest(id, "cd".repeat(32))));
    let alert = asked(&s).expect("it is asked for");
    assert_eq!(alert.facts[0], "sample.bpf.o is a different file: its digest does not match.");
    assert_eq!(titles(&alert)[0], "Show it in this file");
    assert!(alert.buttons[0].quiet);
}

#[test]
fn files_of_one_name_are_told_apart() {
    let (first, second) = ("1a".repeat(32), "2b".repeat(32));
    let mut s = Session::default();
    s.update(Msg::AddressChanged(format!(
        "#v=1&f=sha256:{first};name=vmlinux&t=sock&kind=struct&view=compare&f=old,sha256:{second};name=vmlinux&f=target,sha256:{DIGEST};name=b.btf"
    )));
    let alert = asked(&s).expect("it is asked for");
    assert_eq!(alert.name, "vmlinux · 1a1a1a1a");
    assert!(
        alert.text.contains("struct sock of vmlinux · 1a1a1a1a beside that of vmlinux · 2b2b2b2b.")
            && alert.text.contains("Also not open: vmlinux · 2b2b2b2b, b.btf."),
        "{}",
        alert.text
    );
}

#[test]
fn a_link_to_a_sample_or_to_the_web_says_where_it_is() {
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=1&f=sample:kernel&t=sock&kind=struct&view=compare&f=old,name:b.btf".into()));
    let alert = asked(&s).expect("it is asked for");
    let text = &alert.text;
    assert!(text.contains("struct sock of the sample “kernel” beside that of b.btf."), "{text}");
    assert!(text.ends_with("Also not open: b.btf."), "{text}");
    assert_eq!(titles(&alert), ["Open the sample"]);
    // Without a type, the link shows the files.
    for (other, words) in [("name:b.btf", "b.btf"), ("sample:kernel", "kernel")] {
        s.update(Msg::AddressChanged(format!("#v=1&f=name:a.btf&f=old,{other}&changes=1")));
        let text = asked(&s).expect("it is asked for").text;
        assert!(text.starts_with(&format!("This link shows a.btf beside {words}. ")), "{text}");
    }
    s.update(Msg::AddressChanged("#v=1&f=url:https://example.org/x/a.btf".into()));
    let alert = asked(&s).expect("it is asked for");
    assert_eq!(alert.text, CONSENT);
    assert_eq!(
        (alert.facts.as_slice(), titles(&alert)),
        (["https://example.org/x/a.btf".to_owned()].as_slice(), vec!["Load it from example.org"])
    );
    s.update(Msg::Link(session::LinkMsg::Forget));
    assert!(asked(&s).is_none());
}

#[test]
fn a_module_says_which_kernel_it_needs() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/module.x86_64.ko");
    let waiting = s.waiting().first().expect("it waits");
    let kernel = waiting.input.version.as_ref().map_or("its kernel".to_owned(), |v| format!("the kernel {v}"));
    assert!(waiting.text().starts_with(&format!("is a module: its types continue those of {kernel}. Open that")));
}

#[test]
fn a_problem_says_what_was_found_expected_and_where() {
    let problem = Problem::new("a.btf", "It is damaged.");
    assert!(problem.facts().is_empty());
    let problem = Problem { expected: Some("9f eb".into()), found: Some("00 00".into()), at: Some(31), ..problem };
    assert_eq!(problem.facts(), ["found 00 00", "expected 9f eb", "at byte 0x1f of the file"]);
}

#[test]
fn damage_of_a_package_is_reported() {
    use std::ops::ControlFlow;
    let mut packed = std::fs::read("../../tests/fixtures/packed/object.gz").expect("a fixture");
    let crc = packed.len() - 8;
    packed[crc] ^= 1;
    let found = container::unpack("a.gz", &mut packed.as_slice(), &container::Limits::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    let Ok(container::Unpacked::File(opened)) = found else { panic!("it opens up to its checksum") };
    let mut s = Session::default();
    s.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(*opened)))));
    let file = s.files().first().expect("it is open").id;
    let [problem] = s.problems() else { panic!("{:?}", s.problems()) };
    assert_eq!(problem.of, Some(file));
    assert_eq!(
        problem.message,
        "The archive, dump or compressed data around the BTF is damaged or cut off. The part before the damage is shown."
    );
    let facts = problem.facts();
    assert!(facts[0].contains("checksum") && facts[1] == "expected gzip data", "{facts:?}");
    // Closing the file removes the problem.
    s.update(Msg::Files(FilesMsg::Close(file)));
    assert!(s.problems().is_empty());
}

#[test]
fn problems_in_unpacked_data_name_no_byte_of_the_file() {
    let blob = tests::fixture::read("kernel.x86_64.btf");
    // The type section goes beyond the end of the file.
    let mut input = desk::open::input(container::open("cut.btf", &blob[..500]).expect("it opens"));
    let at = |input| {
        let mut s = Session::default();
        s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
        s.problems().first().expect("it is cut off").at
    };
    assert!(at(input.clone()).is_some());
    input.btf_at = None;
    assert_eq!(at(input), None);
}

#[test]
fn list_shows_count_and_examples() {
    use session::SearchMsg;
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/kernel.x86_64.btf");
    let list =
        |s: &Session| s.file().map(|f| (f.look.list.count_text(), f.look.list.empty_text(f.no_btf))).expect("a file");
    let all = s.file().map_or(0, |f| f.btf.type_cnt() - 1);
    assert!(list(&s).0.ends_with(&format!(" of {} types", model::words::grouped(all.into()))), "{}", list(&s).0);
    s.update(Msg::Search(SearchMsg::Query("nothing_has_this_name".into())));
    s.update(Msg::Search(SearchMsg::Took(1.25)));
    assert!(list(&s).0.starts_with("0 of ") && list(&s).0.ends_with(" types · 1.2 ms"), "{}", list(&s).0);
    let text: String = list(&s).1.iter().map(|(_, text)| *text).collect();
    assert_eq!(
        text,
        "No type matches. Filters such as kind:struct, size:>64, holes:>0, member:pid, value:TCP_ESTABLISHED, flexible: and \
         type:list_head narrow a search; all of them must match."
    );
    // A chosen chip may be the reason.
    let said = |s: &Session| list(s).1.iter().map(|(_, text)| *text).collect::<String>();
    s.update(Msg::Search(SearchMsg::Chip(Some(search::Chip::Struct))));
    assert!(said(&s).starts_with("“struct” is chosen, and no type of it matches; “all” "), "{}", said(&s));
    s.update(Msg::Search(SearchMsg::Query(String::new())));
    s.update(Msg::Search(SearchMsg::Chip(Some(search::Chip::Pointer))));
    assert_eq!(said(&s), "“pointer” is chosen, and leaves no type; “all” lists the others.");
    s.update(Msg::Search(SearchMsg::Chip(None)));
    // Each example is a valid filter.
    for (_, word) in list(&s).1.iter().filter(|(is_code, _)| *is_code) {
        s.update(Msg::Search(SearchMsg::Query((*word).into())));
        assert!(s.file().is_some_and(|f| f.look.list.problem().is_none()), "{word}");
    }
}

#[test]
fn a_link_without_a_file_is_of_any_file() {
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=1&t=tcp_segment&view=tree".into()));
    let alert = asked(&s).expect("it is asked for");
    assert_eq!(alert.name, "Your file");
    assert!(alert.text.contains("tcp_segment in any file"), "{}", alert.text);
    assert_eq!(titles(&alert), ["Open file"]);
    open(&mut s, "static/samples/sample.bpf.o");
    assert!(asked(&s).is_none());
    assert!(s.address().to_fragment().contains("t=tcp_segment&kind=struct"), "{}", s.address().to_fragment());
    // If a file is open, the link is followed at once.
    s.update(Msg::AddressChanged("#v=1&t=int".into()));
    assert!(asked(&s).is_none());
    assert!(s.address().to_fragment().contains("t=int&kind=int"), "{}", s.address().to_fragment());
}

#[test]
fn file_facts_name_its_base() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/kernel.x86_64.btf");
    let kernel = s.file().expect("it is open");
    assert_eq!(s.about(kernel), [Some(kernel.facts()), kernel.version.clone()].map(Option::unwrap_or_default).concat());
    open(&mut s, "tests/fixtures/bin/module.x86_64.ko");
    let module = s.file().expect("it is open");
    let about = s.about(module);
    assert!(about.starts_with(&module.facts()) && about.ends_with(" · on kernel.x86_64.btf"), "{about}");
}

#[test]
fn a_link_to_a_lesson_says_which_step() {
    use session::learn::Learn;
    assert!(Learn::wanted_words(0).contains("to step 1 of"), "{}", Learn::wanted_words(0));
    assert_eq!(Learn::default().task_message(), (false, String::new()));
}
