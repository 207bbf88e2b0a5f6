//! Columns, cells and rows of Fits, checked by hand.

use super::*;

#[test]
fn a_column_says_its_kernels_and_a_cell_what_it_is() {
    let column = |kernels: &[&str]| Column {
        group: String::new(),
        title: String::new(),
        kernels: kernels.iter().map(|name| (*name).to_owned()).collect(),
        places: Vec::new(),
        open: false,
        foreign: false,
        fit: Fit::Loads,
    };
    assert_eq!(column(&["6.1-amd64"]).kernel_words(), "6.1-amd64");
    assert_eq!(
        column(&["5.10-amd64", "6.1-amd64", "6.12-amd64"]).kernel_words(),
        "5.10-amd64 to 6.12-amd64 (3 kernels)"
    );
    let cell = |fit, text: &str| Cell {
        fit,
        said: Said::read(fit, text),
        why: String::new(),
        words: String::new(),
        way_out: String::new(),
        near: None,
        question: String::new(),
        relocation: None,
    };
    assert_eq!(cell(Fit::Fails, "absent").says(), "✗ absent");
    assert_eq!(cell(Fit::Loads, "").says(), "· not asked");
}

/// Rows of several programs that read the same field have different labels.
#[test]
fn rows_of_one_label_are_told_apart() {
    let row = |kind, name: &str, of: &str, question: &str| FitRow {
        kind,
        name: name.to_owned(),
        of: of.to_owned(),
        since: String::new(),
        relocation: None,
        relo_kind: None,
        question: question.to_owned(),
        cells: Vec::new(),
    };
    let core = RowKind::Need(NeedKind::Core);
    let read = FitRow {
        relo_kind: Some(ReloKind::FieldByteOffset),
        ..row(core, "byte_off [76] struct pt_regs.si (0:13)", "vfs_create, vfs_unlink", "pt_regs.si")
    };
    assert_eq!((read.label(), read.detail().as_str()), ("pt_regs.si", "vfs_create, vfs_unlink"));
    let asked = FitRow {
        relo_kind: Some(ReloKind::FieldExists),
        ..row(core, "field_exists [79] struct inode.i_atime (0:1)", "vfs_create", "inode.i_atime")
    };
    assert_eq!((asked.label(), asked.detail().as_str()), ("inode.i_atime", "field_exists vfs_create"));
    let program = row(RowKind::Program, "vfs_create", "kprobe/vfs_create", "func vfs_create");
    assert_eq!((program.label(), program.detail().as_str()), ("kprobe/vfs_create", "vfs_create"));
}
