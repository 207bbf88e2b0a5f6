//! Workflows name actions of others by a digest: a tag can be moved to other code.

use std::fs;

use tests::fixture::project;

#[test]
fn actions_are_pinned_by_digest() {
    let top = project();
    let workflows = fs::read_dir(top.join(".github/workflows")).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for file in workflows.chain([top.join("action.yml")]) {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines() {
            let Some(action) = line.trim().trim_start_matches("- ").strip_prefix("uses: ") else { continue };
            seen += 1;
            let (_, pin) = action.split_once('@').unwrap_or_else(|| panic!("{}: {line}", file.display()));
            let (digest, comment) = pin.split_once(" # v").unwrap_or((pin, ""));
            let is_digest = digest.len() == 40 && digest.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(is_digest && !comment.is_empty(), "{}: {line}", file.display());
        }
    }
    assert!(seen > 10, "{seen}");
}
