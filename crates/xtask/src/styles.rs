//! Merges the style sheets of the page into one file. `static/styles.css` imports them one by one (`@import
//! "styles/NAME.css";`), and is the only list. Browsers would load imports one after the other.

use std::fs;
use std::io;
use std::path::Path;

use crate::hash;

const IMPORT: &str = "@import \"";

/// Replaces the imports in each style sheet of the built page by the imported files, and names the sheet by its final
/// content: trunk hashes only the list, so the sheet would keep its old name when an imported file changes. `sources`
/// is the folder that the imports are relative to.
///
/// # Errors
/// When a file cannot be read or written, the page does not name its style sheet, or an import does not have the
/// expected form.
pub fn bundle(sources: &Path, stage: &Path) -> io::Result<()> {
    let page = stage.join("index.html");
    let mut html = fs::read_to_string(&page)?;
    for entry in fs::read_dir(stage)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".css") else { continue };
        if !html.contains(&name) {
            return Err(io::Error::other(format!("index.html does not name {name}")));
        }
        let text = with_imports(&fs::read_to_string(&file)?, sources)?;
        let stem = stem.split_once('-').map_or(stem, |(plain, _)| plain);
        let new = format!("{stem}-{}.css", hash::hex(&text));
        html = html.replace(&name, &new);
        fs::remove_file(&file)?;
        fs::write(stage.join(new), text)?;
    }
    fs::write(page, html)
}

/// A style sheet with its imports replaced by the files. The imported files must not have imports.
fn with_imports(text: &str, sources: &Path) -> io::Result<String> {
    let mut out = String::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix(IMPORT) else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let name =
            rest.strip_suffix("\";").ok_or_else(|| io::Error::other(format!("{line}: not `@import \"FILE\";`")))?;
        let section =
            fs::read_to_string(sources.join(name)).map_err(|error| io::Error::other(format!("{name}: {error}")))?;
        if section.contains("@import") {
            return Err(io::Error::other(format!("{name} imports another file; only static/styles.css may do so")));
        }
        out.push_str(&section);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_in_the_order_of_the_list() {
        let top = std::env::temp_dir().join(format!("btfscope-styles-{}", std::process::id()));
        let (sources, stage) = (top.join("static"), top.join("stage"));
        fs::create_dir_all(sources.join("styles")).unwrap();
        fs::create_dir_all(&stage).unwrap();
        fs::write(sources.join("styles/b.css"), "b { top: 0 }\n").unwrap();
        fs::write(sources.join("styles/a.css"), "a { top: 0 }\n").unwrap();
        let list = "/* all */\n@import \"styles/b.css\";\n@import \"styles/a.css\";\n";
        let built = |name: &str| {
            fs::write(stage.join(name), list).unwrap();
            fs::write(stage.join("index.html"), format!("<link href=\"./{name}\"/>")).unwrap();
            bundle(&sources, &stage).unwrap();
            let html = fs::read_to_string(stage.join("index.html")).unwrap();
            let name = html.split(['/', '"']).find(|part| part.ends_with(".css")).unwrap().to_owned();
            let text = fs::read_to_string(stage.join(&name)).unwrap();
            fs::remove_file(stage.join(&name)).unwrap();
            (name, text)
        };
        let (name, text) = built("styles-0123456789abcdef.css");
        assert_eq!(text, "/* all */\nb { top: 0 }\na { top: 0 }\n");
        assert!(name.starts_with("styles-") && name.len() == "styles-0123456789abcdef.css".len(), "{name}");
        // The name depends on the content of the sections, not on the hash that trunk or bundle.rs gave the list.
        assert_eq!(built("styles-fedcba9876543210.css").0, name);
        fs::write(sources.join("styles/a.css"), "a { top: 1px }\n").unwrap();
        assert_ne!(built("styles-0123456789abcdef.css").0, name);
        // A section that imports another file, and a missing section.
        fs::write(sources.join("styles/a.css"), "@import \"c.css\";").unwrap();
        assert!(with_imports(list, &sources).unwrap_err().to_string().contains("imports another file"));
        assert!(
            with_imports("@import \"styles/no.css\";", &sources).unwrap_err().to_string().contains("styles/no.css")
        );
        fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn every_section_is_in_the_list_once() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static");
        let list = fs::read_to_string(sources.join("styles.css")).unwrap();
        let mut files: Vec<String> = fs::read_dir(sources.join("styles"))
            .unwrap()
            .map(|entry| format!("@import \"styles/{}\";", entry.unwrap().file_name().to_string_lossy()))
            .collect();
        let mut named: Vec<&str> = list.lines().filter(|line| line.starts_with(IMPORT)).collect();
        files.sort();
        named.sort_unstable();
        assert_eq!(named, files);
    }
}
