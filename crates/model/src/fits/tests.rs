//! Columns, cells and rows of Fits, with expected values that were found by hand.

use super::*;

/// The model for kernels of an atlas, given by version and flavour, each with its answer to the only program: `l`
/// (loads), `b` (loads by fallback); another letter is a failure with that letter as its reason. Kernels with the
/// same answer are one column.
fn on(kernels: &[(&str, &str, char)]) -> Fits {
    let mut columns: Vec<(char, Column, Cell)> = Vec::new();
    for (place, &(version, flavour, answer)) in kernels.iter().enumerate() {
        let fit = match answer {
            'l' => Fit::Loads,
            'b' => Fit::Fallback,
            _ => Fit::Fails,
        };
        let of = OfKernel {
            version: version.to_owned(),
            arch: "amd64".to_owned(),
            flavour: flavour.to_owned(),
            distribution: "debian".to_owned(),
        };
        let at = columns.iter().position(|(known, ..)| *known == answer).unwrap_or_else(|| {
            let column = Column {
                group: String::new(),
                title: String::new(),
                kernels: Vec::new(),
                places: Vec::new(),
                of: Vec::new(),
                open: false,
                foreign: false,
                fit,
            };
            let why = if fit == Fit::Fails { format!("reason {answer}") } else { String::new() };
            let cell = Cell {
                fit,
                said: Said::read(fit, fit.as_str()),
                why,
                words: String::new(),
                way_out: String::new(),
                near: None,
                question: String::new(),
                relocation: None,
                way: None,
            };
            columns.push((answer, column, cell));
            columns.len() - 1
        });
        let column = &mut columns[at].1;
        column.kernels.push(format!("{version}-{flavour}amd64"));
        column.places.push(place as u32);
        column.of.push(of);
    }
    let cells = columns.iter().map(|(_, _, cell)| cell.clone()).collect();
    let program = FitRow {
        kind: RowKind::Program,
        name: "start".to_owned(),
        of: "fentry/start".to_owned(),
        since: String::new(),
        programs: Vec::new(),
        others: Vec::new(),
        relocation: None,
        relo_kind: None,
        question: String::new(),
        cells,
    };
    Fits { columns: columns.into_iter().map(|(_, column, _)| column).collect(), rows: vec![program], ..Fits::default() }
}

/// The cells of a line as text: place, signs with counts, and the kernels in words.
fn cells(line: &Line) -> Vec<String> {
    let one = |cell: &GridCell| {
        let signs: Vec<String> = cell.signs.iter().map(|(sign, n)| format!("{sign}{n}")).collect();
        let place = match &cell.place {
            Place::Axis(tracks) => format!("{}..{}", tracks.start, tracks.end),
            other => format!("{other:?}"),
        };
        format!("{place} {} {}", signs.join(" "), cell.on)
    };
    line.cells.iter().map(one).collect()
}

#[test]
fn neighbouring_series_with_one_answer_are_one_run() {
    let fits = on(&[
        ("5.10.1", "", 'x'),
        ("6.1.1", "", 'x'),
        ("6.1.9", "", 'x'),
        ("6.12.3", "", 'l'),
        ("6.18.3", "", 'l'),
        ("7.0.1", "", 'y'),
        ("7.1.1", "", 'l'),
    ]);
    let grid = fits.grid(&Opened::default(), None);
    assert_eq!(
        grid.series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["5.10", "6.1", "6.12", "6.18", "7.0", "7.1"]
    );
    assert_eq!(grid.axis, "amd64, Debian");
    assert_eq!(cells(&grid.lines[0]), ["0..2 ✗3 5.10 to 6.1", "2..4 ✓2 6.12 to 6.18", "4..5 ✗1 7.0", "5..6 ✓1 7.1"]);
    assert!(grid.lines[0].cells[0].label() == "fails on 5.10 to 6.1, 3 kernels", "{}", grid.lines[0].cells[0].label());
    // The first answer that is shown is the newest failure.
    let (line, column) = fits.first_pick();
    let picked = fits.picked(&grid, line, column).expect("an answer");
    assert_eq!((picked.title(), picked.kernel_words(&fits)), ("✗ Fails on 7.0".to_owned(), "7.0.1-amd64".to_owned()));
    let picked = fits.picked(&grid, line, 0).expect("an answer");
    assert_eq!(picked.title(), "✗ Fails on 5.10 to 6.1");
    assert_eq!(
        (picked.kernel_words(&fits), picked.whys()),
        ("3 kernels: 5.10.1 to 6.1.9".to_owned(), vec!["reason x"])
    );
}

#[test]
fn failures_for_different_reasons_stay_apart() {
    let fits = on(&[("5.10.1", "", 'x'), ("6.1.1", "", 'y'), ("6.12.1", "", 'b')]);
    let line = &fits.grid(&Opened::default(), None).lines[0];
    assert_eq!(cells(line), ["0..1 ✗1 5.10", "1..2 ✗1 6.1", "2..3 ○1 6.12"]);
    assert_eq!(line.cells[2].word, "loads by fallback");
}

#[test]
fn a_series_is_split_by_version_and_says_where() {
    let fits = on(&[
        ("5.10.1", "", 'x'),
        ("6.1.170", "", 'x'),
        ("6.1.170", "cloud-", 'x'),
        ("6.1.176", "", 'x'),
        ("6.1.180", "", 'l'),
        ("6.1.180", "cloud-", 'l'),
        ("6.12.1", "", 'l'),
    ]);
    let grid = fits.grid(&Opened::default(), None);
    assert_eq!(grid.tracks.len(), 4);
    let line = &grid.lines[0];
    assert_eq!(cells(line), ["0..2 ✗4 5.10 to 6.1.176", "2..4 ✓3 6.1.180 to 6.12"]);
    assert_eq!([line.cells[0].part.as_str(), line.cells[1].part.as_str()], ["to 6.1.176", "from 6.1.180"]);
    assert_eq!(line.open, None);
}

#[test]
fn flavours_that_disagree_unfold_to_lanes() {
    let fits = on(&[
        ("6.1.1", "", 'l'),
        ("6.1.1", "cloud", 'x'),
        ("6.1.5", "", 'l'),
        ("6.1.5", "cloud", 'x'),
        ("6.12.1", "", 'l'),
        ("6.12.1", "cloud", 'l'),
    ]);
    let grid = fits.grid(&Opened::default(), None);
    let names: Vec<&str> = grid.lines.iter().map(|line| line.name.as_str()).collect();
    // The program fails somewhere, so its line is open.
    assert_eq!((names, grid.lines[0].open), (vec!["start", "amd64", "amd64 cloud"], Some(true)));
    assert_eq!(cells(&grid.lines[0]), ["0..1 ✓2 ✗2 6.1", "1..2 ✓2 6.12"]);
    assert_eq!(cells(&grid.lines[1]), ["0..2 ✓3 6.1 to 6.12"]);
    assert_eq!(cells(&grid.lines[2]), ["0..1 ✗2 6.1", "1..2 ✓1 6.12"]);
    // In a mixed cell, the failure is shown, and only the kernels that fail.
    let (line, column) = fits.first_pick();
    let picked = fits.picked(&grid, line, column).expect("an answer");
    assert_eq!((picked.title(), picked.kernels(&fits).len()), ("✗ Fails on part of 6.1".to_owned(), 2));
    let mut opened = Opened::default();
    opened.toggle(LineId::Program(0), true);
    assert_eq!(fits.grid(&opened, None).lines.len(), 1);
}

#[test]
fn counts_are_of_the_kernels_that_count() {
    let mut fits = on(&[("5.10.1", "", 'x'), ("6.1.1", "", 'l'), ("6.1.2", "", 'b'), ("6.12.1", "", 'y')]);
    let tally = fits.tally();
    assert_eq!(
        (tally.kernels, tally.what.as_str(), tally.loads, tally.fails, tally.in_part),
        (4, "amd64", 2, 2, false)
    );
    fits.columns[3].foreign = true;
    fits.rows[0].others = vec![Other { arch: "arm64".to_owned(), kernels: 1, fails: 1, unknown: 0, elsewhere: 0 }];
    assert_eq!((fits.tally().kernels, fits.tally().fails), (3, 1));
    let grid = fits.grid(&Opened::default(), None);
    assert_eq!(grid.others, [("arm64".to_owned(), 1)]);
    // Failures on other architectures are shown, but do not count.
    assert_eq!(cells(&grid.lines[0]).last().map(String::as_str), Some("Others(None) ✗1 other architectures"));
    // The filter leaves only programs with this result on some kernel.
    assert_eq!(fits.grid(&Opened::default(), Some(Fit::CannotTell)).lines.len(), 0);
}

/// The label of a relocation's row is the field, that of a program's row its section.
#[test]
fn rows_have_short_labels() {
    let row = |kind, name: &str, of: &str, question: &str| FitRow {
        kind,
        name: name.to_owned(),
        of: of.to_owned(),
        since: String::new(),
        programs: Vec::new(),
        others: Vec::new(),
        relocation: None,
        relo_kind: None,
        question: question.to_owned(),
        cells: Vec::new(),
    };
    let core = RowKind::Need(NeedKind::Core);
    let read = FitRow {
        relo_kind: Some(CoreKind::FieldByteOffset),
        ..row(core, "byte_off [76] struct pt_regs.si (0:13)", "vfs_create, vfs_unlink", "pt_regs.si")
    };
    assert_eq!(read.label(), "pt_regs.si");
    let asked = FitRow {
        relo_kind: Some(CoreKind::FieldExists),
        ..row(core, "field_exists [79] struct pt_regs.si (0:13)", "vfs_create, vfs_unlink", "pt_regs.si")
    };
    assert_eq!(asked.label(), "pt_regs.si");
    let program = row(RowKind::Program, "vfs_create", "kprobe/vfs_create", "func vfs_create");
    assert_eq!(program.label(), "kprobe/vfs_create");
}

/// The strips of the overview have a column for each series. The run to show first is the newest failure.
#[test]
fn programs_have_strips_over_series() {
    let kernels = [
        ("5.10.1", "", 'l'),
        ("6.1.1", "", 'x'),
        ("6.1.2", "", 'x'),
        ("6.12.1", "", 'l'),
        ("6.12.2", "", 'b'),
        ("6.16.1", "", 'b'),
        ("7.0.1", "", 'l'),
    ];
    let strips = on(&kernels).strips();
    assert_eq!(strips.heads, ["5.10", "6.1", "6.12", "6.16", "7.0"]);
    assert_eq!(strips.not_among, "Not among them: 5.11 to 6.0, 6.2 to 6.11, 6.13 to 6.15 and 6.17 to 6.19.");
    let lane = &strips.lanes[0];
    // The program has the same name as its target, so the section is shown without the target.
    assert_eq!((lane.name.as_str(), lane.section.as_str(), lane.worst), ("start", "fentry", Some(Fit::Fails)));
    let runs: Vec<String> =
        lane.runs.iter().map(|run| format!("{}..{} {}, {}", run.from, run.to, run.says(), run.short())).collect();
    assert_eq!(
        runs,
        [
            "0..1 loads on 5.10, 1 kernel, ✓",
            "1..2 fails on 6.1, 2 kernels, ✗ fails",
            "2..3 loads, by fallback on 6.12, 1 of 2 kernels, ○ 1/2",
            "3..4 loads, by fallback on 6.16, 1 kernel, ○",
            "4..5 loads on 7.0, 1 kernel, ✓",
        ]
    );
    assert_eq!(strips.first(), Some((0, 1)));
    // If no kernel was asked, there are only names.
    let strips = on(&[]).strips();
    assert_eq!((strips.heads.len(), strips.first(), strips.lanes[0].worst), (0, None, None));
}
