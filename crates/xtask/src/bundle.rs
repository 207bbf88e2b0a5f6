//! Assembles the page from the parts that web/index.html lists, as trunk does: modules are built by cargo and bound to
//! JavaScript, styles and folders are copied.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use crate::dist::{self, Mode};
use crate::hash;
use crate::machine::{Doing, Failure, Outcome, Project, lines};
use crate::page::{self, Module, Part};
use crate::setup::TARGET;
use crate::tool;

/// Builds the page into the folder `stage`.
pub fn bundle(project: &Project, mode: Mode, stage: &Path) -> Outcome<()> {
    let web = project.top.join("web");
    let html = fs::read_to_string(web.join("index.html")).doing("read web/index.html")?;
    let links = page::links(&html)?;
    let modules: Vec<&Module> = links
        .iter()
        .filter_map(|link| match &link.part {
            Part::Module(module) => Some(module),
            _ => None,
        })
        .collect();
    let mut folders = build(project, mode, &modules)?.into_iter();
    fs::create_dir_all(stage).doing("create target/xtask/stage")?;
    let mut text = String::new();
    let mut head = String::new();
    let mut from = 0;
    for link in &links {
        text.push_str(html.get(from..link.at.start).unwrap_or_default());
        from = link.at.end;
        match &link.part {
            Part::Styles(file) => text.push_str(&styles(&web.join(file), stage)?),
            Part::Folder(folder) => copy(&web.join(folder), stage)?,
            Part::Module(module) => {
                let files = folders.next().unwrap_or_default();
                if module.is_worker {
                    put_worker(&module.name, &files, stage)?;
                } else {
                    let (preloads, script) = put_main(&module.name, &files, stage)?;
                    head.push_str(&preloads);
                    text.push_str(&script);
                }
            }
        }
    }
    text.push_str(html.get(from..).unwrap_or_default());
    fs::write(stage.join("index.html"), text).doing("write index.html")?;
    crate::head::add(stage, &head).doing("name the modules in the page's head")
}

/// Compiles the modules, all modules of one profile in one run of cargo, and at the same time the tool that binds them.
/// Each module is bound as soon as it and the tool are there, while others are still compiled. Returns the folders of
/// the bound modules, in the order of `modules`.
fn build(project: &Project, mode: Mode, modules: &[&Module]) -> Outcome<Vec<PathBuf>> {
    let mut groups: Vec<(&str, Vec<&Module>)> = vec![];
    for module in modules {
        let profile = profile(mode, module);
        match groups.iter_mut().find(|(known, _)| *known == profile) {
            Some((_, group)) => group.push(module),
            None => groups.push((profile, vec![module])),
        }
    }
    thread::scope(|scope| {
        let bind = scope.spawn(|| tool::build(project, tool::BIND, mode == Mode::Release));
        let (done, modules_done) = mpsc::channel();
        let compiles: Vec<_> = groups
            .iter()
            .enumerate()
            // Only the first build shows its progress: two builds at once would overwrite each other's progress lines.
            .map(|(at, (profile, group))| {
                let done = done.clone();
                scope.spawn(move || compile(project, mode, profile, group, at > 0, &done))
            })
            .collect();
        drop(done);
        joined(bind)?;
        let mut binds = vec![];
        let mut server = None;
        for name in modules_done {
            let Some(module) = modules.iter().find(|module| module.name == name) else { continue };
            binds.push(scope.spawn(move || bound(project, mode, module).map(|folder| (&module.name, folder))));
            // A page that is not for publishing is most often served next, so the program that serves it is compiled
            // here, too: the page's own crate is compiled last, and leaves processors idle.
            if mode != Mode::Release && server.is_none() {
                server = Some(scope.spawn(|| tool::build(project, tool::SITE, true)));
            }
        }
        compiles.into_iter().try_for_each(joined)?;
        let folders = binds.into_iter().map(joined).collect::<Outcome<Vec<_>>>()?;
        server.map_or(Ok(()), joined)?;
        let folder = |module: &&Module| {
            let (_, folder) = folders.iter().find(|(name, _)| **name == module.name)?;
            Some(folder.clone())
        };
        let missing = || Failure("cargo did not say that every module of the page was built".to_owned());
        modules.iter().map(folder).collect::<Option<_>>().ok_or_else(missing)
    })
}

/// Compiles modules of one profile. Sends the name of each when it is there.
fn compile(
    project: &Project,
    mode: Mode,
    profile: &str,
    modules: &[&Module],
    is_quiet: bool,
    done: &mpsc::Sender<String>,
) -> Outcome<()> {
    let mut cargo = project.cargo()?;
    cargo.args(["build", "--target", TARGET, "--profile", profile, "--message-format", "json-render-diagnostics"]);
    if is_quiet {
        cargo.arg("--quiet");
    }
    for module in modules {
        cargo.args(["-p", &module.name]);
        let split = is_split(mode, module).then_some(SPLIT);
        for feature in module.features.split(',').filter(|feature| !feature.is_empty()).chain(split) {
            cargo.args(["--features", &format!("{}/{feature}", module.name)]);
        }
    }
    lines(&mut cargo, |line| {
        if let Some(module) = modules.iter().find(|module| is_made(line, &module.name)) {
            // The receiver is gone when another step has failed.
            done.send(module.name.clone()).ok();
        }
    })
}

/// True if a line of cargo's messages says that the module of this name is there.
fn is_made(line: &str, name: &str) -> bool {
    line.contains("\"reason\":\"compiler-artifact\"") && line.contains(&format!("{name}.wasm\""))
}

/// The result of a thread.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, Outcome<T>>) -> Outcome<T> {
    thread.join().unwrap_or_else(|_| Err(Failure("a build ended early".to_owned())))
}

/// The cargo feature with which a module is built to be cut in two, and the command of crates/bind that cuts it.
const SPLIT: &str = "split";

/// True if a module is cut in two: only the page's module is, and only for publishing.
fn is_split(mode: Mode, module: &Module) -> bool {
    mode == Mode::Release && !module.is_worker
}

/// The cargo profile of a module.
fn profile(mode: Mode, module: &Module) -> &str {
    match mode {
        Mode::Release => &module.profile,
        Mode::Serve => "serve",
        Mode::Dev => "dev",
    }
}

/// The folder with a module's shim and bound wasm. Made again when the module's wasm, Cargo.lock or crates/bind
/// changed.
fn bound(project: &Project, mode: Mode, module: &Module) -> Outcome<PathBuf> {
    let profile = profile(mode, module);
    let folder = if profile == "dev" { "debug" } else { profile };
    let built = project.target()?.join(TARGET).join(folder).join(format!("{}.wasm", module.name));
    let place = project.work().join("bound").join(profile).join(&module.name);
    let stamp = place.with_extension("stamp");
    let expected = hash::hex((
        fs::read(&built).doing(built.display())?,
        fs::read(project.top.join("Cargo.lock")).doing("read Cargo.lock")?,
        dist::contents(&project.top.join("crates/bind")).doing("read crates/bind")?,
    ));
    if fs::read_to_string(&stamp).is_ok_and(|text| text == expected) && place.is_dir() {
        return Ok(place);
    }
    dist::remove(&place).doing("clear target/xtask/bound")?;
    let target = if is_split(mode, module) { SPLIT } else { "web" };
    tool::bind(project, target, &module.name, &place, &built)?;
    fs::write(&stamp, expected).doing("note what was bound")?;
    Ok(place)
}

/// Places the modules of the page. Returns the links that preload the first module, and the script that starts it.
fn put_main(name: &str, files: &Path, stage: &Path) -> Outcome<(String, String)> {
    let mut hasher = DefaultHasher::new();
    let mut all = dist::files(files).doing(files.display())?;
    all.sort();
    for file in &all {
        fs::read(file).doing(file.display())?.hash(&mut hasher);
    }
    // All files of a build get the same hash in their names, because a browser must not mix files of two builds, and
    // the files load each other by name.
    let hashed = format!("{name}-{:016x}", hasher.finish());
    for file in &all {
        let own = file.file_name().unwrap_or_default().to_string_lossy();
        // The part that was cut off is called `split_later.wasm`.
        let end = own.strip_prefix(name).or(own.strip_prefix("split")).unwrap_or(&own);
        let place = stage.join(format!("{hashed}{end}"));
        if own.ends_with(".js") {
            let text = fs::read_to_string(file).doing(file.display())?;
            let text = text
                .replace(&format!("from \"./{name}"), &format!("from \"./{hashed}"))
                .replace("URL(\"./split_", &format!("URL(\"./{hashed}_"));
            fs::write(&place, text).doing(place.display())?;
        } else {
            fs::copy(file, &place).doing(place.display())?;
        }
    }
    let (js, wasm) = (format!("{hashed}.js"), format!("{hashed}_bg.wasm"));
    // The shim imports the script that fetches the second module. Without this link, a browser would load that script
    // only after the shim.
    let split = format!("{hashed}_split.js");
    let split = match stage.join(&split).is_file() {
        true => format!("<link rel=\"modulepreload\" href=\"./{split}\" crossorigin=\"anonymous\">"),
        false => String::new(),
    };
    let preloads = format!(
        "<link rel=\"modulepreload\" href=\"./{js}\" crossorigin=\"anonymous\">{split}\
         <link rel=\"preload\" href=\"./{wasm}\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">"
    );
    // trunk uses the same event and the same name of the bindings; the browser tests rely on them.
    let script = format!(
        "<script type=\"module\">\n\
         import init, * as bindings from './{js}';\n\
         const wasm = await init({{ module_or_path: './{wasm}' }});\n\
         window.wasmBindings = bindings;\n\
         dispatchEvent(new CustomEvent(\"TrunkApplicationStarted\", {{detail: {{wasm}}}}));\n\
         </script>"
    );
    Ok((preloads, script))
}

/// Places the worker's module, and the script that starts it.
fn put_worker(name: &str, files: &Path, stage: &Path) -> Outcome<()> {
    for file in [format!("{name}.js"), format!("{name}_bg.wasm")] {
        fs::copy(files.join(&file), stage.join(&file)).doing(format_args!("copy {file}"))?;
    }
    let loader = format!("import init from './{name}.js';await init();");
    fs::write(stage.join(format!("{name}_loader.js")), loader).doing("write the worker's loader")
}

/// Places a style sheet and returns its element. `styles.rs` completes the sheet and names it by its final content.
fn styles(file: &Path, stage: &Path) -> Outcome<String> {
    let name = file.file_name().unwrap_or_default().display().to_string();
    fs::copy(file, stage.join(&name)).doing(file.display())?;
    Ok(format!("<link rel=\"stylesheet\" href=\"./{name}\"/>"))
}

/// Copies a folder recursively.
fn copy(folder: &Path, stage: &Path) -> Outcome<()> {
    let folder = folder.canonicalize().doing(folder.display())?;
    let place = stage.join(folder.file_name().unwrap_or_default());
    for file in dist::files(&folder).doing(folder.display())? {
        let to = place.join(file.strip_prefix(&folder).doing("list a folder")?);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).doing(folder.display())?;
        }
        fs::copy(&file, &to).doing(file.display())?;
    }
    Ok(())
}
