//! The first module: without the chosen functions, but with stubs for them.

use walrus::ir::{Call, CallIndirect, UnaryOp, Value};
use walrus::{ConstExpr, FunctionBuilder, FunctionId, FunctionKind, GlobalId, Module, ValType, passes};

use crate::choose::Chosen;
use crate::line::Line;
use crate::shim;

/// Removes the chosen functions from the module, and exports what the second module needs.
pub fn cut(module: &mut Module, chosen: &Chosen, line: &Line) {
    line.extend(module.tables.get_mut(line.table));
    let none = module.types.add(&[], &[]);
    let (load, _) = module.add_import_func(shim::MODULE, shim::LOAD, none);
    let loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    module.exports.add(shim::LOADED, loaded);
    for (slot, entry) in (line.base..).zip(&chosen.entries) {
        let way = way(module, *entry, slot, load, loaded, line);
        module.funcs.get_mut(*entry).kind = way;
    }
    for (id, name) in &line.functions {
        module.exports.add(name, *id);
    }
    for (id, name) in &line.memories {
        module.exports.add(name, *id);
    }
    for (id, name) in &line.tables {
        module.exports.add(name, *id);
    }
    for (id, name) in &line.globals {
        module.exports.add(name, *id);
    }
    // Now nothing calls the chosen functions.
    passes::gc::run(module);
}

/// The stub for a chosen function: it loads the second module unless that is loaded, then calls the function that this
/// put into the table.
fn way(
    module: &mut Module,
    entry: FunctionId,
    slot: u32,
    load: FunctionId,
    loaded: GlobalId,
    line: &Line,
) -> FunctionKind {
    let ty = module.funcs.get(entry).ty();
    let (params, results) = {
        let ty = module.types.get(ty);
        (ty.params().to_vec(), ty.results().to_vec())
    };
    let args: Vec<_> = params.iter().map(|ty| module.locals.add(*ty)).collect();
    let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
    let mut body = builder.func_body();
    body.global_get(loaded).unop(UnaryOp::I32Eqz).if_else(
        None,
        |then| {
            then.instr(Call { func: load });
        },
        |_| {},
    );
    for arg in &args {
        body.local_get(*arg);
    }
    body.i32_const(slot.cast_signed()).instr(CallIndirect { ty, table: line.table });
    FunctionKind::Local(builder.local_func(args))
}
