//! With the feature `page`, puts the page into the program: the files that `cargo xtask dist` left in `dist/`, or in
//! the folder that `BTFSCOPE_PAGE` names. Other builds need no page.
#![deny(unsafe_code)]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "page")]
    if let Err(why) = page::write() {
        println!("cargo::error={why}");
    }
}

#[cfg(feature = "page")]
mod page {
    use std::env;
    use std::error::Error;
    use std::fmt::Write as _;
    use std::fs;
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use lzma_rust2::{XzOptions, XzWriter};

    /// Writes each file of the page, compressed where that saves a tenth, and `page.rs`: an expression of the type
    /// `Option<Vec<PageFile>>` that includes the files, for the module `site::page`. An atlas that the crate
    /// `atlas_data` holds is not written again.
    pub fn write() -> Result<(), Box<dyn Error>> {
        println!("cargo::rerun-if-env-changed=BTFSCOPE_PAGE");
        let built = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../dist");
        let from = env::var_os("BTFSCOPE_PAGE").map_or(built, PathBuf::from);
        println!("cargo::rerun-if-changed={}", from.display());
        if !from.join("index.html").is_file() {
            return Err(format!("{}: no page is there: `cargo xtask dist` makes it", from.display()).into());
        }
        let out = PathBuf::from(env::var("OUT_DIR")?);
        let mut names = Vec::new();
        list(&from, "", &mut names)?;
        // Leave out the pictures that other sites show beside links to a page on the web.
        names.retain(|name| !name.starts_with("preview/"));
        names.sort();
        let mut table = String::new();
        for (i, name) in names.iter().enumerate() {
            let bytes = fs::read(from.join(name))?;
            if let Some(data) = atlas_data(name, &bytes) {
                writeln!(table, "({name:?}.to_owned(), Content::Inside({data})),")?;
                continue;
            }
            let packed = packed(&bytes)?;
            let to = out.join(format!("{i}.page"));
            // A file that compression makes hardly smaller (a picture, an atlas) is not compressed, so that ranges of
            // it can be read.
            let content = match packed.len() < bytes.len() / 10 * 9 {
                true => {
                    fs::write(&to, packed)?;
                    format!("Content::Packed(include_bytes!({to:?}), {})", bytes.len())
                }
                false => {
                    fs::write(&to, bytes)?;
                    format!("Content::Inside(include_bytes!({to:?}))")
                }
            };
            writeln!(table, "({name:?}.to_owned(), {content}),")?;
        }
        fs::write(out.join("page.rs"), format!("Some(vec![\n{table}])\n"))?;
        Ok(())
    }

    /// The constant of the crate `atlas_data` that holds these bytes; `None` if no constant does, or the program is
    /// built without that crate.
    fn atlas_data(name: &str, bytes: &[u8]) -> Option<&'static str> {
        let (file, data) = match name {
            "atlas/debian.atlas" => ("debian.atlas", "atlas_data::ATLAS"),
            "atlas/debian-modules.atlas" => ("debian-modules.atlas", "atlas_data::MODULES"),
            _ => return None,
        };
        env::var_os("CARGO_FEATURE_DEBIAN")?;
        let ours = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).join("../../static/atlas").join(file);
        (fs::read(ours).ok()? == bytes).then_some(data)
    }

    /// Adds the files below a folder to `names`, each by its path from the root of the page: `below`, then its path in
    /// the folder. Names that begin with a dot are left out.
    fn list(folder: &Path, below: &str, names: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().into_string().map_err(|name| format!("{name:?} is not UTF-8"))?;
            match (name.starts_with('.'), entry.file_type()?.is_dir()) {
                (true, _) => {}
                (false, true) => list(&entry.path(), &format!("{below}{name}/"), names)?,
                (false, false) => names.push(format!("{below}{name}")),
            }
        }
        Ok(())
    }

    fn packed(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut packed = XzWriter::new(Vec::new(), XzOptions::with_preset(9))?;
        packed.write_all(bytes)?;
        Ok(packed.finish()?)
    }
}
