//! Splits a bound wasm module in two: a first one that the page needs at once, and a second that may come later.
//!
//! Functions whose names match a list of patterns go into the second module, with those that only they call. Both share
//! memory, tables and globals. The first module calls the second through its table: each function that it calls is
//! replaced by a stub, which loads the second module if needed.

mod choose;
mod first;
mod later;
mod line;
mod shim;

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use walrus::{Module, ModuleConfig};

const HELP: &str = "split LIST SHIM.js MODULE.wasm LATER.wasm";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let result = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [list, shim, module, later] => split(Path::new(list), Path::new(shim), Path::new(module), Path::new(later)),
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("split: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the second module to `later`, and rewrites the first one and its shim.
fn split(list: &Path, shim: &Path, module: &Path, later: &Path) -> Result<(), String> {
    let said = |what: &Path| {
        let what = what.display().to_string();
        move |error: &dyn std::fmt::Display| format!("{what}: {error:#}")
    };
    let texts = fs::read_to_string(list).map_err(|e| said(list)(&e))?;
    let patterns = choose::patterns(&texts);
    let bytes = fs::read(module).map_err(|e| said(module)(&e))?;
    let script = fs::read_to_string(shim).map_err(|e| said(shim)(&e))?;
    let name = later.file_name().and_then(|name| name.to_str()).ok_or("the second module has no name")?;
    let script = shim::with_later(&script, name)?;
    let (first, second) = both(&bytes, &patterns).map_err(|e| format!("{}: {e}", module.display()))?;
    fs::write(later, second).map_err(|e| said(later)(&e))?;
    fs::write(module, first).map_err(|e| said(module)(&e))?;
    fs::write(shim, script).map_err(|e| said(shim)(&e))
}

/// The two modules.
fn both(bytes: &[u8], patterns: &[&str]) -> Result<(Vec<u8>, Vec<u8>), String> {
    let read = || -> Result<Module, String> {
        let mut config = ModuleConfig::new();
        config.generate_producers_section(false);
        config.parse(bytes).map_err(|error| format!("{error:#}"))
    };
    let mut first = read()?;
    let unused = choose::unused(&first, patterns);
    if !unused.is_empty() {
        // Not an error: an inlined function has lost its name.
        eprintln!("NOTE: no function has a name like {}", unused.join(", "));
    }
    let chosen = choose::choose(&first, patterns);
    let line = line::Line::new(&first, &chosen)?;
    // The same bytes give the same ids, so ids of one are valid in the other.
    let mut later = read()?;
    first::cut(&mut first, &chosen, &line);
    later::cut(&mut later, &chosen, &line);
    Ok((first.emit_wasm(), later.emit_wasm()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::ir::{BinaryOp, Call, CallIndirect, Value};
    use walrus::{
        ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, RefType, ValType,
    };

    /// Adds a function of one number; `body` is what follows when it is on the stack.
    fn function(module: &mut Module, name: &str, body: impl FnOnce(&mut walrus::InstrSeqBuilder<'_>)) -> FunctionId {
        let arg = module.locals.add(ValType::I32);
        let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
        builder.name(name.to_owned());
        let mut start = builder.func_body();
        start.local_get(arg);
        body(&mut start);
        builder.finish(vec![arg], &mut module.funcs)
    }

    /// `run` calls `rare::one` and, through the table, `rare::two`; `rare::one` calls `common` and `helper`, which
    /// nothing else calls.
    fn module() -> Vec<u8> {
        let mut module = Module::default();
        let add = |n: i32| {
            move |body: &mut walrus::InstrSeqBuilder<'_>| {
                body.i32_const(n).binop(BinaryOp::I32Add);
            }
        };
        let common = function(&mut module, "common", add(1));
        let helper = function(&mut module, "helper", add(2));
        let one = function(&mut module, "page::rare::one", |body| {
            body.instr(Call { func: common }).instr(Call { func: helper });
        });
        let two = function(&mut module, "page::rare::two", add(20));
        let kept = function(&mut module, "page::rare::reconcile", add(40));
        let table = module.tables.add_local(false, 2, Some(2), RefType::FUNCREF);
        let offset = ConstExpr::Value(Value::I32(1));
        let items = ElementItems::Functions(vec![two]);
        let element = module.elements.add(ElementKind::Active { table, offset }, items);
        module.tables.get_mut(table).elem_segments.insert(element);
        let ty = module.funcs.get(two).ty();
        let run = function(&mut module, "run", |body| {
            body.instr(Call { func: common }).instr(Call { func: one }).instr(Call { func: kept });
            body.i32_const(1).instr(CallIndirect { ty, table });
        });
        module.exports.add("run", run);
        module.emit_wasm()
    }

    fn names(bytes: &[u8], is_local: bool) -> Vec<String> {
        let module = Module::from_buffer(bytes).unwrap();
        let local = |f: &&walrus::Function| matches!(f.kind, FunctionKind::Local(_)) == is_local;
        let mut names: Vec<String> = module.funcs.iter().filter(local).filter_map(|f| f.name.clone()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_rare_and_what_only_that_calls_comes_later() {
        let list = "page::*re::  # all that is rare\n!reconcile\n";
        let (first, later) = both(&module(), &choose::patterns(list)).unwrap();
        // Stubs replace the called functions; `helper` is gone.
        let stay = ["common", "page::rare::one", "page::rare::reconcile", "page::rare::two", "run"];
        assert_eq!(names(&first, true), stay);
        assert_eq!(names(&later, true), ["helper", "page::rare::one", "page::rare::two"]);
        assert_eq!(names(&later, false), ["common"]);

        let (first, later) = (Module::from_buffer(&first).unwrap(), Module::from_buffer(&later).unwrap());
        // One more table slot for each of the two; the second module fills these and the old one of `two`.
        for half in [&first, &later] {
            assert_eq!(
                half.tables.iter().map(|table| (table.initial, table.maximum)).collect::<Vec<_>>(),
                [(4, Some(4))]
            );
        }
        let places: Vec<_> = later
            .elements
            .iter()
            .map(|element| match (&element.kind, &element.items) {
                (
                    ElementKind::Active { offset: ConstExpr::Value(Value::I32(at)), .. },
                    ElementItems::Functions(all),
                ) => (*at, all.iter().filter_map(|id| later.funcs.get(*id).name.clone()).collect::<Vec<_>>()),
                other => panic!("{other:?}"),
            })
            .collect();
        let two = || "page::rare::two".to_owned();
        assert_eq!(places, [(1, vec![two(), "page::rare::one".to_owned(), two()])]);
        // The first module has all imports of the second.
        for import in later.imports.iter() {
            assert_eq!(import.module, shim::FIRST);
            assert!(first.exports.iter().any(|export| export.name == import.name), "{}", import.name);
        }
        let loaded = first.exports.iter().find(|export| export.name == shim::LOADED).unwrap();
        assert!(matches!(loaded.item, ExportItem::Global(_)));
    }

    #[test]
    fn a_pattern_without_a_function_is_reported() {
        let module = Module::from_buffer(&module()).unwrap();
        assert_eq!(choose::unused(&module, &["page::", "page::gone", "!rare"]), ["page::gone"]);
    }

    #[test]
    fn a_shim_of_another_form_is_an_error() {
        assert!(shim::with_later("const import0 = {};", "x_later.wasm").is_err());
        let shim = "const import0 = {\n        __proto__: null,\n};\nexport { initSync, __wbg_init as default };";
        let with = shim::with_later(shim, "x_later.wasm").unwrap();
        assert!(with.contains("__proto__: null,\n        __later: laterNow,") && with.contains("'x_later.wasm'"));
        assert!(with.ends_with("export { initSync, start as default };"));
    }
}
