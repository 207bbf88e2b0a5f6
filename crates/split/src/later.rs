//! The second module: only the chosen functions; all else it imports from the first.

use std::collections::HashMap;

use id_arena::Id;
use walrus::ir::Value;
use walrus::{
    ConstExpr, ElementItems, ElementKind, FunctionId, FunctionKind, GlobalKind, ImportKind, ImportedFunction, Module,
    passes,
};

use crate::choose::Chosen;
use crate::line::Line;
use crate::shim;

/// Keeps only the chosen functions. When instantiated, the module writes them into the first one's table.
pub fn cut(module: &mut Module, chosen: &Chosen, line: &Line) {
    module.start = None;
    let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
    exports.into_iter().for_each(|id| module.exports.delete(id));
    let elements: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
    elements.into_iter().for_each(|id| module.elements.delete(id));
    module.tables.iter_mut().for_each(|table| table.elem_segments.clear());
    let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    data.into_iter().for_each(|id| module.data.delete(id));
    module.memories.iter_mut().for_each(|memory| memory.data_segments.clear());

    // The same bytes were read twice: the id in one is that with the same index in the other.
    let functions = by_index(module.funcs.iter().map(walrus::Function::id));
    let memories = by_index(module.memories.iter().map(walrus::Memory::id));
    let tables = by_index(module.tables.iter().map(walrus::Table::id));
    let globals = by_index(module.globals.iter().map(walrus::Global::id));
    for (id, name) in &line.functions {
        let id = functions[&id.index()];
        let ty = module.funcs.get(id).ty();
        let import = module.imports.add(shim::FIRST, name, id);
        module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    for (id, name) in &line.memories {
        let id = memories[&id.index()];
        module.memories.get_mut(id).import = Some(module.imports.add(shim::FIRST, name, id));
    }
    for (id, name) in &line.tables {
        let id = tables[&id.index()];
        module.tables.get_mut(id).import = Some(module.imports.add(shim::FIRST, name, id));
    }
    for (id, name) in &line.globals {
        let id = globals[&id.index()];
        module.globals.get_mut(id).kind = GlobalKind::Import(module.imports.add(shim::FIRST, name, id));
    }
    let table = tables[&line.table.index()];
    line.extend(module.tables.get_mut(table));
    // The slots of each function: the new ones of their own, and those that they had before.
    let mut places: Vec<(u32, FunctionId)> = (line.base..).zip(chosen.entries.iter().copied()).collect();
    places.extend(&chosen.slots);
    places.sort_unstable();
    for run in places.chunk_by(|a, b| a.0 + 1 == b.0) {
        let Some((first, _)) = run.first() else { continue };
        let offset = ConstExpr::Value(Value::I32(first.cast_signed()));
        let functions = run.iter().map(|(_, function)| functions[&function.index()]).collect();
        let element = module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(functions));
        module.tables.get_mut(table).elem_segments.insert(element);
    }
    // Removes everything that the table does not reach: the functions of the first module, and its imports.
    passes::gc::run(module);
    let unused: Vec<_> = module
        .imports
        .iter()
        .filter(|import| import.module != shim::FIRST && matches!(import.kind, ImportKind::Function(_)))
        .map(walrus::Import::id)
        .collect();
    unused.into_iter().for_each(|id| module.imports.delete(id));
}

fn by_index<T>(ids: impl Iterator<Item = Id<T>>) -> HashMap<usize, Id<T>> {
    ids.map(|id| (id.index(), id)).collect()
}
