//! Tests the sentence that says on which kernels an object loads, with reports made by hand.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::sync::Arc;

use needs::{Attach, Foreign, Headline, Load, Needs, Reason, Release, Report, Verdict, headline};

/// An object with two programs.
fn object() -> Needs {
    let file = include_bytes!("../../../static/samples/sample.bpf.o");
    Needs::of(Arc::new(bpf::Object::parse(file.as_slice()).unwrap()))
}

/// A report in which each letter is a program: `l` loads, `f` fails, `?` cannot be told, `a` loads, but perhaps does
/// not attach.
fn report(programs: &str) -> Report {
    let verdict = |c: char| {
        let load = match c {
            'f' => Load::Fails,
            '?' => Load::CannotTell,
            _ => Load::Loads,
        };
        let attach = if c == 'a' { Attach::Unlikely } else { Attach::Attaches };
        Verdict { attach, reasons: vec![Reason { need: 0, load, words: None }], ..Verdict::default() }
    };
    Report { programs: programs.chars().map(verdict).collect(), ..Report::default() }
}

/// The answer for kernels of Debian, each written as its version and the letters of [`report`]: `6.1.170 lf`.
fn answer(kernels: &[&str]) -> Headline {
    let read = |text: &&str| {
        let (version, programs) = text.split_once(' ').unwrap();
        let name = if version.contains('-') { version.to_owned() } else { format!("{version}+deb13-amd64") };
        (Release::parse(&name), report(programs))
    };
    let (releases, reports): (Vec<Release>, Vec<Report>) = kernels.iter().map(read).unzip();
    let kernels: Vec<(&Release, &Report)> = releases.iter().zip(&reports).collect();
    headline(&object(), &kernels, &[0, 1]).unwrap()
}

#[test]
fn series_with_failures_come_newest_first() {
    let kernels = ["5.10.1 lf", "5.10.2 lf", "6.1.5 ff", "6.12.1 ll", "6.16.3 ll", "6.17.1 ll", "7.3.1 ll"];
    let found = answer(&kernels);
    let others = "Not among them: 5.11 to 6.0, 6.2 to 6.11, 6.13 to 6.15 and 6.18 to 7.2.";
    assert_eq!(found.not_among, others);
    assert_eq!(found.text(), "Loads on amd64 6.12 to 7.3. On 6.1, 2 of 2 programs fail. On 5.10, 1 of 2.");
    assert_eq!((found.loads, found.kernels, found.arch.as_deref()), (4, 7, Some("amd64")));
}

#[test]
fn all_and_none_are_counted() {
    let all = ["5.10.1 ll", "6.1.5 ll", "6.12.1 ll", "7.3.1 ll"];
    assert_eq!(answer(&all).text(), "Loads on all 4 amd64 kernels.");
    let none = all.map(|k| k.replace("ll", "fl"));
    let text = answer(&none.each_ref().map(String::as_str)).text();
    assert!(text.starts_with("Loads on none of 4 amd64 kernels: "), "{text}");
    let open = all.map(|k| k.replace("ll", "?l"));
    let text = answer(&open.each_ref().map(String::as_str)).text();
    assert!(text.starts_with("It is unknown whether it loads on any of 4 amd64 kernels: "), "{text}");
}

#[test]
fn a_series_that_is_split_says_where() {
    let split = ["6.1.164 fl", "6.1.176 fl", "6.1.177 ll", "6.12.1 ll", "7.3.1 ll"];
    assert_eq!(answer(&split).text(), "Loads on amd64 6.12 and 7.3. On 6.1 up to 6.1.176, 1 of 2 programs fails.");
    let from = ["6.1.164 ll", "6.1.176 fl", "6.1.177 fl", "6.12.1 ll", "7.3.1 ll"];
    assert_eq!(answer(&from).text(), "Loads on amd64 6.12 and 7.3. On 6.1 from 6.1.176, 1 of 2 programs fails.");
    let mixed = ["6.1.164 ll", "6.1.176 fl", "6.1.177 ll", "6.12.1 ll", "7.3.1 ll"];
    let text = answer(&mixed).text();
    assert_eq!(text, "Loads on amd64 6.12 and 7.3. On 1 of the 3 kernels of 6.1, 1 of 2 programs fails.");
}

#[test]
fn unknown_is_neither_yes_nor_no() {
    let kernels = ["5.10.1 l?", "6.1.5 f?", "6.12.1 ll", "7.3.1 ll"];
    let text = answer(&kernels).text();
    let more = "On 6.1, 1 of 2 programs fails, and it is unknown whether 1 loads. On 5.10, it is unknown whether 1 of 2 loads.";
    assert_eq!(text, format!("Loads on amd64 6.12 and 7.3. {more}"));
}

#[test]
fn a_program_that_may_not_attach_is_told() {
    let kernels = ["5.10.1 la", "6.1.5 ll", "6.12.1 aa", "7.3.1 lf"];
    let text = answer(&kernels).text();
    let attach = "On 2 of the 3 kernels where it loads, a program may not attach.";
    assert_eq!(text, format!("Loads on amd64 5.10 to 6.12. {attach} On 7.3, 1 of 2 programs fails."));
    assert_eq!(answer(&["6.12.1 la"]).text(), "Loads on 6.12.1+deb13-amd64. A program may not attach.");
}

#[test]
fn few_kernels_go_by_name() {
    let text = answer(&["6.1.0-53-amd64 fl", "6.12.1 ll"]).text();
    assert_eq!(text, "Loads on 6.12.1+deb13-amd64. On 6.1.0-53-amd64, 1 of 2 programs fails.");
    // A file's name has more than the kernel's release.
    assert_eq!(answer(&["linux-6.1.0-53-amd64.btf.xz ll"]).text(), "Loads on 6.1.0-53-amd64.");
    let two = answer(&["a/6.1.0-53-amd64.btf ll", "b/6.1.0-53-amd64.btf ll"]).text();
    assert_eq!(two, "Loads on a/6.1.0-53-amd64.btf and b/6.1.0-53-amd64.btf.");
    let one = answer(&["6.12.1 ll"]).text();
    assert_eq!(one, "Loads on 6.12.1+deb13-amd64.");
}

#[test]
fn kernels_of_other_architectures_are_not_counted() {
    let (amd64, arm64) = (Release::parse("6.1.0-53-amd64"), Release::parse("6.1.0-53-arm64"));
    let (own, foreign) = (report("ll"), Report { foreign: Some(Foreign::Register(0)), ..report("ff") });
    let found = headline(&object(), &[(&amd64, &own), (&arm64, &foreign)], &[0, 1]).unwrap();
    assert_eq!((found.text().as_str(), found.kernels), ("Loads on 6.1.0-53-amd64.", 1));
    let found = headline(&object(), &[(&amd64, &foreign), (&arm64, &foreign)], &[0, 1]).unwrap();
    assert_eq!(found.text(), "Loads on none of 2 kernels: it is built for another architecture.");
    assert_eq!(headline(&object(), &[], &[0, 1]), None);
}

/// A reason speaks of one kernel; a sentence about several says how many of them lack the thing.
#[test]
fn a_reason_speaks_of_as_many_kernels_as_are_meant() {
    let needs = object();
    let btf =
        Arc::new(btf::Btf::parse(&include_bytes!("../../../tests/fixtures/bin/kernel.x86_64.btf")[..], None).unwrap());
    let kernel = |name: &str| needs::Kernel::new(Release::parse(name), Arc::clone(&btf), needs::Modules::Absent);
    let kernels = ["6.1.5-amd64", "6.12.1-amd64"].map(kernel);
    let reports = kernels.each_ref().map(|kernel| needs::check(&needs, kernel));
    let all: Vec<(&Release, &Report)> = kernels.iter().map(needs::Kernel::release).zip(&reports).collect();
    let text = |kernels| headline(&needs, kernels, &[0]).unwrap().text();
    assert_eq!(text(&all[..1]), "Fails on 6.1.5-amd64: this kernel has no tcp_connect.");
    assert_eq!(text(&all), "Loads on none of 2 amd64 kernels: none of them has tcp_connect.");
}

/// Where kernels give several reasons, the sentence has the reason of the most kernels and counts these.
#[test]
fn the_reason_of_the_most_kernels_is_told() {
    let needs = object();
    let btf =
        Arc::new(btf::Btf::parse(&include_bytes!("../../../tests/fixtures/bin/kernel.x86_64.btf")[..], None).unwrap());
    let kernel = |name: &str, modules| needs::Kernel::new(Release::parse(name), Arc::clone(&btf), modules);
    let unknown = |name| kernel(name, needs::Modules::Unknown);
    let kernels = [kernel("6.1.5-amd64", needs::Modules::Absent), unknown("6.12.1-amd64"), unknown("6.12.2-amd64")];
    let reports: Vec<Report> = kernels.iter().map(|kernel| needs::check(&needs, kernel)).collect();
    let all: Vec<(&Release, &Report)> = kernels.iter().map(needs::Kernel::release).zip(&reports).collect();
    let text = headline(&needs, &all, &[0]).unwrap().text();
    // The first of them has no tcp_connect. On the others a module may have it, and the first failure is a read.
    let most = "on 2 of them, struct task_struct [15] has no member “tgid”";
    assert_eq!(text, format!("Loads on none of 3 amd64 kernels: {most}."));
}

/// If kernels are left out, the sentence says so, unless it names the architecture.
#[test]
fn kernels_of_another_byte_order_are_told() {
    let (amd64, arm64, s390x) = ("6.1.0-53-amd64", "6.1.0-53-arm64", "6.1.0-53-s390x");
    let releases = [amd64, arm64, s390x].map(Release::parse);
    let reports = [report("ll"), report("ll"), Report { foreign: Some(Foreign::ByteOrder), ..report("ff") }];
    let all: Vec<(&Release, &Report)> = releases.iter().zip(&reports).collect();
    let text = headline(&object(), &all, &[0, 1]).unwrap().text();
    assert_eq!(text, "Loads on 6.1.0-53-amd64 and 6.1.0-53-arm64. 1 of the 3 kernels has another byte order.");
    let text = headline(&object(), &[all[0], all[2]], &[0, 1]).unwrap().text();
    assert_eq!(text, "Loads on 6.1.0-53-amd64. 1 of the 2 kernels has another byte order.");
}
