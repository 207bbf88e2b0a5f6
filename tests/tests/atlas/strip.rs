//! Histories as strips. The values are those of `btfscope history`, sorted by hand into series and lanes.

use atlas::AtlasKernel;
use model::atlas::{
    Answer, Asked, FIRST, Fact, History, Strip, StripTone, folded, history, history_among, wide, wide_and_narrow,
};

use crate::support::debian;

fn asked(question: &str) -> History {
    let asked = Asked::parse(question).expect("a question");
    history(&debian(), &asked).expect("sound").expect("it is there")
}

/// A line for the columns, and a line for each lane. A column in which a run begins has the run's text and, after `*`,
/// the number of its kernels. A column in which the run continues has `<`. A column without a kernel has `-`.
fn drawn(strip: &Strip) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", strip.unit, strip.columns.join(" "))];
    for lane in &strip.lanes {
        let mut cells = vec!["-".to_owned(); strip.columns.len()];
        for run in &lane.runs {
            for at in run.from..run.to {
                cells[at as usize] = "<".to_owned();
            }
            cells[run.from as usize] = format!("{}*{}", run.text, run.kernels);
        }
        lines.push(format!("{} {}: {}", lane.title, lane.aside, cells.join(" ")));
    }
    lines
}

#[test]
fn no_run_covers_series_that_nobody_looked_at() {
    let state = asked("task_struct.__state");
    assert_eq!(
        drawn(&wide(&state)),
        [
            "byte: 5.10 6.1 6.12 6.16 6.17 6.18 6.19 7.0 7.1 7.2 7.3",
            "amd64 : state +16*8 +24*121 < < < < < < < < <",
            "amd64 rt: - +32*3 +24*22 < < < < < < < <",
            "arm64 : state +24*2 +24*95 < < < < < < +32*18 < <",
            "arm64 rt: - +32*1 +24*9 < < < < < +32*4 < <",
            "ppc64el : - - +256*6 - - - - - - +256*2 -",
            "riscv64 : - - +72*2 - - - - - - +104*1 -",
            "s390x : - - +24*3 - - - - - - +24*1 -",
        ]
    );
    let [strip, narrow] = wide_and_narrow(&state);
    assert_eq!(strip, wide(&state));
    assert_eq!(
        drawn(&narrow),
        [
            "byte: 5.10 6.1 6.12–7.0 7.1–7.3",
            "amd64 : state +16*8 +24*121 < <",
            "amd64 rt: - +32*3 +24*22 <",
            "arm64 : state +24*2 +24*95 < +32*18",
            "arm64 rt: - +32*1 +24*9 +32*4",
            "ppc64el : - - +256*8 <",
            "riscv64 : - - +72*2 +104*1",
            "s390x : - - +24*4 <",
        ]
    );
    let tones = |lane: usize| strip.lanes[lane].runs.iter().map(|run| run.tone).collect::<Vec<_>>();
    assert_eq!(tones(0), [StripTone::Name, StripTone::Usual]);
    assert_eq!(tones(1), [StripTone::Other, StripTone::Usual]);
    assert_eq!(
        strip.lanes[1].runs[1].about,
        "amd64 rt, 6.12 to 7.3: __state at byte 24, 4 bytes, unsigned int; 22 kernels"
    );
    // Only the two series with kernels are named, and none between them.
    assert_eq!(
        narrow.lanes[4].runs[0].about,
        "ppc64el, 6.12 and 7.2: __state at byte 256, 4 bytes, unsigned int; 8 kernels"
    );
}

/// `long state` became `unsigned int __state` in 5.14 (commit 2f064a59a11f). The places are those that `btfscope field`
/// gives for the kernels of the corpus; in Debian's 7.1, the member moved on arm64.
#[test]
fn names_follow_and_steps_are_those_of_a_lane() {
    let past = asked("task_struct.__state");
    assert_eq!(past.headline, "On all 298 kernels: state on 5.10, __state from 6.1.");
    let steps = |past: &History| {
        let short = |at: u32| past.shapes[at as usize].short.clone();
        let words = |s: &model::atlas::HistoryStep| format!("{}: {} → {}", s.title(), short(s.from), short(s.to));
        past.steps.iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(
        steps(&past),
        [
            "arm64, 5.10.223 → 6.1.164: state +24 → +24",
            "amd64, 5.10 → 6.1: state +16 → +24",
            "amd64 rt, arm64 rt, 6.1 → 6.12: +32 → +24",
            "arm64, 7.0 → 7.1: +24 → +32",
            "riscv64, 6.12.107 → 7.2.13: +72 → +104",
            "amd64 rt, arm64 rt beside the usual kernel, on 6.1: +24 → +32",
        ]
    );
    // The step of arm64's usual kernel has the versions on its two sides.
    let moved = past.steps.iter().find(|s| s.lanes == "arm64" && s.between == "7.0 → 7.1").expect("a step");
    let versions = |(a, b): &(u32, u32)| [a, b].map(|k| past.version(&past.kernels[*k as usize]).to_owned());
    assert!(moved.pairs.iter().map(versions).any(|pair| pair == ["7.0.13", "7.1.3"]));
    let (before, after) = past.steps[1].pairs[0];
    let sides = past.sides(Some(before), after).expect("two sides");
    let rows: Vec<_> = sides.rows.iter().map(|(t, a, b, d)| (*t, a.as_str(), b.as_str(), *d)).collect();
    assert_eq!(
        rows,
        [
            ("Name", "state", "__state", true),
            ("Type", "volatile long int", "unsigned int", true),
            ("Offset", "16", "24", true),
            ("Bytes", "8", "4", true),
        ]
    );
    assert_eq!((sides.change.as_str(), sides.is_refused), ("renamed, retyped, moved, resized", Some(true)));
    let (before, after) = moved.pairs[0];
    assert_eq!(past.sides(Some(before), after).and_then(|sides| sides.is_refused), Some(false));
    assert!(past.sides(None, 0).is_some_and(|sides| sides.before.is_none() && sides.change.is_empty()));
    assert!(past.sides(Some(0), 100_000).is_none());

    // Both names lead to one history, and each can be asked for alone.
    assert_eq!(asked("task_struct.state").headline, past.headline);
    assert_eq!(asked("only task_struct.__state").headline, "On 6.1 to 7.3 (288 of 298 kernels), in 5 places.");
    assert_eq!(asked("only task_struct.state").headline, "On 5.10 (10 of 298 kernels), in 2 places.");
    let because: Vec<String> = past.followed.iter().map(|f| f.words()).collect();
    assert_eq!(because, ["state and __state are taken for one member: the same name but for underscores."]);
    // The keyword before the type's name is no part of the member.
    let alone = asked("only struct task_struct.__state");
    assert_eq!((alone.name.as_str(), alone.member.as_str()), ("task_struct", "__state"));
    // A member that no kernel has is not taken for another name of any member.
    assert!(asked("task_struct.nope").followed.is_empty());

    // A path may lead to a bitfield in an anonymous struct of sk_buff.
    let bits = asked("sk_buff.encapsulation");
    let facts = &bits.shapes[0].facts;
    assert!(facts.contains(&(Fact::Offset, "129:5".to_owned())) && facts.contains(&(Fact::Bits, "1".to_owned())));
}

/// The parts of a prototype that the prototype before lacks are marked. A tag is not part of a prototype.
#[test]
fn prototypes_are_told_apart_by_their_parts() {
    let past = asked("bpf_dynptr_adjust");
    assert_eq!(past.headline, "On 6.12 to 7.3 (250 of 298 kernels), with 3 prototypes.");
    let forms = wide(&past).forms;
    let new = |at: usize| {
        let parts = forms[at].parts.iter().filter(|part| part.1).map(|part| part.0.as_str());
        parts.collect::<Vec<_>>()
    };
    assert_eq!(new(0), [""; 0]);
    assert_eq!(new(1), ["u64 start", "u64 end"]);
    assert_eq!(new(2), ["struct bpf_dynptr *p"]);
    assert_eq!(forms.iter().map(|form| form.kernels).collect::<Vec<_>>(), [156, 59, 35]);
    for form in &forms {
        let whole: String = form.parts.iter().map(|part| part.0.as_str()).collect();
        assert_eq!(whole, form.about);
    }
    assert_eq!(past.tags, ["A: the tag bpf_kfunc is on 95 of 156 kernels"]);
    let steps: Vec<String> = past.steps.iter().map(|step| step.title()).collect();
    assert_eq!(
        steps,
        [
            "amd64, arm64, 6.1 → 6.12",
            "amd64, arm64, 6.18 → 6.19",
            "amd64, arm64, 7.1 → 7.2",
            "ppc64el, riscv64, s390x, 6.12.107 → 7.2.13"
        ]
    );
}

#[test]
fn a_folded_strip_has_what_differs() {
    let strip = folded(&asked("sk_buff.encapsulation"));
    assert_eq!(
        drawn(&strip),
        ["byte: 5.10–6.1 6.12–7.3", "all others : +129:5*40 +130:6*191", "cloud, s390x : +129:5*8 +130:4*59"]
    );
}

/// The prototype of vfs_rename changed in Debian's 5.10 between 5.10.218 and 5.10.223.
#[test]
fn a_series_whose_kernels_disagree_says_so() {
    let strip = wide(&asked("vfs_rename"));
    assert_eq!(
        drawn(&strip)[1..],
        ["amd64, arm64 : A / B*10 B*273 < < < < < < < < <", "ppc64el, riscv64, s390x : - - B*11 - - - - - - B*4 -",]
    );
    assert_eq!(strip.lanes[0].runs[0].about, "amd64, arm64, 5.10: A to 5.10.218, B from 5.10.223; 10 kernels");
    let forms: Vec<_> = strip.forms.iter().map(|form| (form.letter.as_str(), form.kernels)).collect();
    assert_eq!(forms, [("A", 2), ("B", 296)]);
    assert!(strip.forms[1].about.ends_with("vfs_rename(struct renamedata *rd)"), "{}", strip.forms[1].about);
    // Where no kernel has the first form, the letters begin with the second one.
    let newer = |kernel: &AtlasKernel| !kernel.version().starts_with("5.");
    let question = Asked::parse("vfs_rename").expect("a question");
    let past = history_among(&debian(), &question, &newer).expect("sound").expect("it is there");
    let forms = wide(&past).forms;
    assert_eq!(forms.len(), 1);
    assert_eq!((forms[0].letter.as_str(), &forms[0].about), ("A", &strip.forms[1].about));
    // Forms that differ by a declaration tag only are drawn alike.
    let strip = wide(&asked("bpf_task_from_pid"));
    assert_eq!(strip.forms.len(), 1);
    assert_eq!(drawn(&strip)[1], "amd64, arm64 : absent*48 < A*235 < < < < < < < <");
}

/// Types are told apart by their size, however many forms they have.
#[test]
fn a_type_is_drawn_by_its_size() {
    let strip = wide(&asked("sk_buff"));
    assert_eq!(
        drawn(&strip),
        [
            "bytes: 5.10 6.1 6.12 6.16 6.17 6.18 6.19 7.0 7.1 7.2 7.3",
            "amd64, arm64 : 224*10 232*273 < < < < < < < < <",
            "ppc64el, riscv64, s390x : - - 232*11 - - - - - - 232*4 -",
        ]
    );
    assert_eq!(strip.lanes[0].runs[0].about, "amd64, arm64, 5.10: 224 B in 3 forms; 10 kernels");
}

#[test]
fn every_kernel_is_in_one_run() {
    for question in
        ["task_struct", "sk_buff", "inode.i_atime_sec", "enum bpf_prog_type", "u64", "file.f_pos_lock", "vfs_read"]
    {
        let past = asked(question);
        let [wide, narrow] = wide_and_narrow(&past);
        for strip in [wide, narrow, folded(&past)] {
            let runs = || strip.lanes.iter().flat_map(|lane| &lane.runs);
            assert_eq!(runs().map(|run| run.kernels as usize).sum::<usize>(), past.kernels.len(), "{question}");
            assert!(runs().all(|run| run.from < run.to && !run.text.is_empty() && !run.about.is_empty()), "{question}");
            let titles: std::collections::BTreeSet<_> = strip.lanes.iter().map(|l| (&l.title, &l.aside)).collect();
            assert_eq!(titles.len(), strip.lanes.len(), "{question}: {titles:?}");
        }
    }
}

/// The member was renamed, so it is shown under the name that it has on the newest kernel; the rest of its path stays.
#[test]
fn an_answer_is_shown_at_the_whole_path() {
    for question in ["task_struct.parent->state", "task_struct.parent->__state", "task_struct.parent.state"] {
        let shown = Answer::of(question, &asked(question)).shown_in.expect("a kernel has it");
        assert_eq!((shown.type_name.as_str(), shown.member.as_str()), ("task_struct", "parent.__state"), "{question}");
    }
}

/// The page shows an answer before anything of the atlas is fetched. The answer is stored beside the atlas, with the
/// digest of the atlas. `UPDATE=1` writes it anew.
#[test]
fn the_first_answer_is_that_of_the_atlas() {
    let atlas = debian();
    let answer = Answer::of(FIRST, &asked(FIRST));
    let digest: String = atlas.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/atlas/first.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, format!("{digest}\n{}\n", answer.packed())).expect("it can be written");
    }
    let stored = std::fs::read_to_string(path).expect("UPDATE=1 writes it");
    let lines: Vec<&str> = stored.lines().collect();
    assert_eq!((lines[0], lines.len()), (digest.as_str(), 2), "UPDATE=1 writes it anew");
    assert_eq!(Answer::unpacked(lines[1]).as_ref(), Some(&answer), "UPDATE=1 writes it anew");
    assert!(stored.len() < 2048, "{} bytes", stored.len());
    assert_eq!(Answer::unpacked(&lines[1][1..]), None);
    assert_eq!(answer.kernels as usize, atlas.kernels().len());
}
