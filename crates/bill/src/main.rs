//! Writes a bill of materials (CycloneDX 1.5): the libraries in a program or package that is published.
//!
//! `cargo xtask package` writes the libraries to standard input. They are those in the list of licences. A line has a
//! library's name, version, licence, repository and SHA-256, separated by tabs; the last two are empty if they are not
//! known. The program is separate because xtask does not depend on serde.

use std::io::{self, Read};
use std::process::ExitCode;

use serde::Serialize;

const HELP: &str = "bill application|library PURL < LIBRARIES    the bill of materials of btfscope in this form";
const NAME: &str = "btfscope";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCE: &str = env!("CARGO_PKG_LICENSE");
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut text = String::new();
    let result = match &words[..] {
        [kind, purl] if ["application", "library"].contains(&kind.as_str()) => io::stdin()
            .read_to_string(&mut text)
            .map_err(|e| e.to_string())
            .and_then(|_| Bill::new(kind, purl, &text))
            .and_then(|bill| serde_json::to_string_pretty(&bill).map_err(|e| e.to_string())),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(bill) => {
            println!("{bill}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The bill. It has no time and no serial number, so that equal sources give equal bills; the format requires neither.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bill {
    bom_format: &'static str,
    spec_version: &'static str,
    version: u32,
    metadata: Metadata,
    components: Vec<Component>,
    dependencies: Vec<Dependencies>,
}

#[derive(Serialize)]
struct Metadata {
    component: Component,
}

#[derive(Serialize)]
struct Component {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "bom-ref")]
    id: String,
    name: String,
    version: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hashes: Vec<Hash>,
    licenses: Vec<Licence>,
    purl: String,
    #[serde(rename = "externalReferences", skip_serializing_if = "Vec::is_empty")]
    references: Vec<Reference>,
}

#[derive(Serialize)]
struct Hash {
    alg: &'static str,
    content: String,
}

#[derive(Serialize)]
struct Licence {
    expression: String,
}

#[derive(Serialize)]
struct Reference {
    #[serde(rename = "type")]
    kind: &'static str,
    url: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Dependencies {
    #[serde(rename = "ref")]
    of: String,
    depends_on: Vec<String>,
}

impl Bill {
    /// A bill of these lines, each of which names a library.
    fn new(kind: &str, purl: &str, lines: &str) -> Result<Bill, String> {
        let own = [NAME, VERSION, LICENCE, REPOSITORY, ""];
        let components: Vec<Component> = lines.lines().map(Component::of_line).collect::<Result<_, _>>()?;
        let depends_on = components.iter().map(|component| component.id.clone()).collect();
        Ok(Bill {
            bom_format: "CycloneDX",
            spec_version: "1.5",
            version: 1,
            metadata: Metadata { component: Component::new(kind, purl.to_owned(), own) },
            components,
            dependencies: vec![Dependencies { of: purl.to_owned(), depends_on }],
        })
    }
}

impl Component {
    fn of_line(line: &str) -> Result<Component, String> {
        let parts: Vec<&str> = line.split('\t').collect();
        let parts: [&str; 5] = parts.try_into().map_err(|_| format!("{line:?} has not five parts"))?;
        Ok(Component::new("library", format!("pkg:cargo/{}@{}", parts[0], parts[1]), parts))
    }

    fn new(kind: &str, purl: String, [name, version, licence, repository, digest]: [&str; 5]) -> Component {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Component {
            kind: kind.to_owned(),
            id: purl.clone(),
            name: name.to_owned(),
            version: version.to_owned(),
            hashes: some(digest).map(|content| Hash { alg: "SHA-256", content }).into_iter().collect(),
            // Older crates write `MIT/Apache-2.0`.
            licenses: vec![Licence { expression: licence.replace('/', " OR ") }],
            purl,
            references: some(repository).map(|url| Reference { kind: "vcs", url }).into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bill_names_each_library() {
        let lines = "a\t1.0.0\tMIT/Apache-2.0\t\tabc\nb\t2.0.0\tMIT\thttps://x/\t\n";
        let bill = Bill::new("application", "pkg:x/btfscope@1", lines).unwrap();
        let bill = serde_json::to_value(&bill).unwrap();
        assert_eq!(
            bill["components"],
            json!([
                {
                    "type": "library", "bom-ref": "pkg:cargo/a@1.0.0", "name": "a", "version": "1.0.0",
                    "hashes": [{ "alg": "SHA-256", "content": "abc" }],
                    "licenses": [{ "expression": "MIT OR Apache-2.0" }], "purl": "pkg:cargo/a@1.0.0"
                },
                {
                    "type": "library", "bom-ref": "pkg:cargo/b@2.0.0", "name": "b", "version": "2.0.0",
                    "licenses": [{ "expression": "MIT" }], "purl": "pkg:cargo/b@2.0.0",
                    "externalReferences": [{ "type": "vcs", "url": "https://x/" }]
                }
            ])
        );
        assert_eq!(
            bill["dependencies"],
            json!([{ "ref": "pkg:x/btfscope@1", "dependsOn": ["pkg:cargo/a@1.0.0", "pkg:cargo/b@2.0.0"] }])
        );
        assert_eq!(bill["metadata"]["component"]["bom-ref"], "pkg:x/btfscope@1");
        assert!(Bill::new("library", "", "a\t1\n").is_err());
    }
}
