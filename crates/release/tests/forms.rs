//! Checks every row of the table of forms in the documentation (`src/forms.md`).

use release::Release;

#[test]
fn names_of_the_table_are_read_as_it_says() {
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in include_str!("../src/forms.md").lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, series, patch, distribution, suite, arch, flavour, abi, _from] = *cells else { panic!("{line}") };
        let name = name.trim_matches('`');
        let r = Release::parse(name);
        let shown = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        let candidate = r.version.and_then(|v| v.candidate).map(|rc| format!("-rc{rc}")).unwrap_or_default();
        let found_patch = r.version.and_then(|v| v.patch).map(|p| format!("{p}{candidate}")).unwrap_or_default();
        let found = [
            r.version.map(|v| v.series().to_string()).unwrap_or_default(),
            found_patch,
            r.distribution,
            r.suite,
            r.arch.unwrap_or_default(),
            r.flavour,
            r.abi,
        ]
        .map(|text| shown(&text));
        let expected = [series, patch, distribution, suite, arch, flavour, abi];
        if found != expected {
            wrong.push(format!("{name}\n   found    {}\n   expected {}", found.join(" "), expected.join(" ")));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 100, "{rows} rows");
}
