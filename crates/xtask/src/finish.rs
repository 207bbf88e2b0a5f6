//! The last steps of building the page, after its parts are assembled. `dist` and `serve` take these steps themselves;
//! trunk runs `cargo xtask finish` as a hook (`Trunk.toml`).

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::atlas;
use crate::dist::{self, Mode};
use crate::machine::{Doing, Failure, Outcome, Project};
use crate::setup::{self, Tools};
use crate::{course, head, notices, offline, policy, samples, small, styles, worker};

/// `cargo xtask finish`, which trunk runs. The variable `TRUNK_STAGING_DIR` names the folder of the page.
pub fn command(project: &Project) -> Outcome<()> {
    let Some(stage) = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from) else {
        return Err(Failure(
            "trunk runs this, see Trunk.toml; `cargo xtask dist` builds the page without trunk".to_owned(),
        ));
    };
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    let mode = if is_release { Mode::Release } else { Mode::Dev };
    let tools = setup::setup(project, mode)?;
    let _lock = project.lock()?;
    let stage = project.top.join(stage);
    finish(project, mode, &tools, true, &stage)?;
    atlas::ship::add(project, &stage).doing("add the atlas")
}

/// Finishes the page in the folder `stage`. `with_atlas` says whether the atlas will be added.
pub fn finish(project: &Project, mode: Mode, tools: &Tools, with_atlas: bool, stage: &Path) -> Outcome<()> {
    styles::bundle(&project.top.join("static"), stage).doing("put the styles into one file")?;
    if mode == Mode::Release {
        small::small(project, tools.wasm_opt.as_ref(), &dist::files(stage).doing("list the built page")?);
    }
    drop_integrity(stage).doing("take trunk's attributes out of the page")?;
    worker::hash_names(stage).doing("name the worker's files")?;
    // `trunk serve` completes a script of the page later, so no policy can contain its hash.
    if !policy::is_incomplete(stage).doing("read the built page")? {
        policy::apply(stage).doing("write the page's policy")?;
    }
    head::set_site(stage).doing("write the page's public address into it")?;
    head::set_commit(project, stage).doing("write the commit into the page")?;
    samples::add(project, stage).doing("add the kernel to the samples")?;
    if with_atlas {
        atlas::ship::write_meta(project, stage).doing("describe the atlas in the page")?;
    }
    fs::write(stage.join(notices::FILE), notices::text(project, notices::PAGE, None)?).doing("write the licences")?;
    course::write(&project.top.join("docs"), stage).doing("write the page of the course")?;
    // Not during development: the service worker would serve old files in place of rebuilt ones.
    if mode != Mode::Dev {
        let atlas = if with_atlas { atlas::ship::parts(project).doing("list the atlas")? } else { Vec::new() };
        offline::add(&project.top.join("static/site"), stage, atlas).doing("make the page work without a network")?;
    }
    Ok(())
}

/// Removes an attribute that trunk copies to the elements that it writes. Browsers do not know it.
fn drop_integrity(stage: &Path) -> io::Result<()> {
    let page = stage.join("index.html");
    let html = fs::read_to_string(&page)?;
    fs::write(page, html.replace(" data-integrity=\"none\"", ""))
}
