//! The symbols that an object leaves to the kernel or to libbpf: functions and variables of `.ksyms`, values of
//! `.kconfig`.

use std::collections::BTreeMap;

use bpf::{Object, Symbol, SymbolBind, SymbolPlace};
use btf::{Kind, TypeId};

/// The kind of an extern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternKind {
    /// A kernel function, by its FUNC_PROTO in the object.
    Function(TypeId),
    /// A variable, by its type in the object.
    Variable(TypeId),
    /// An address: a variable of type void.
    Address,
    /// A value of the kernel's configuration, or one that libbpf provides.
    Config,
}

/// A symbol that the object does not define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternSymbol {
    /// Its index among the object's ELF symbols.
    pub symbol: u32,
    /// Its name.
    pub name: String,
    /// Whether the program can do without it.
    pub weak: bool,
    /// Its kind.
    pub kind: ExternKind,
}

impl ExternSymbol {
    /// The kind of the type that libbpf looks for in kernels; none for an address or a configuration value.
    pub(crate) fn btf_kind(&self) -> Option<Kind> {
        match self.kind {
            ExternKind::Function(_) => Some(Kind::Func),
            ExternKind::Variable(_) => Some(Kind::Var),
            ExternKind::Address | ExternKind::Config => None,
        }
    }

    /// The name that libbpf looks for in kernels: a function's name without its flavour
    /// (`bpf_object__resolve_ksym_func_btf_id`), any other symbol's name unchanged.
    pub(crate) fn sought(&self) -> String {
        match self.kind {
            ExternKind::Function(_) => btf::visible(relo::essential_name(self.name.as_bytes())).into_owned(),
            ExternKind::Variable(_) | ExternKind::Address | ExternKind::Config => self.name.clone(),
        }
    }
}

/// The externs of an object, in the order of its symbols (libbpf `bpf_object__collect_externs`).
pub(crate) fn externs(object: &Object) -> Vec<ExternSymbol> {
    let Some(btf) = object.btf() else { return Vec::new() };
    let mut kinds: BTreeMap<String, ExternKind> = BTreeMap::new();
    for section in object.data_sections().iter().filter(|s| matches!(s.name.as_str(), ".ksyms" | ".kconfig")) {
        for v in &section.variables {
            let kind = match btf.get(v.type_id) {
                Some(t) if t.kind() == Kind::Func => ExternKind::Function(t.type_ref().unwrap_or_default()),
                _ if section.name == ".kconfig" => ExternKind::Config,
                _ if btf.resolve(v.of).is_void() => ExternKind::Address,
                _ => ExternKind::Variable(v.of),
            };
            kinds.entry(v.name.clone()).or_insert(kind);
        }
    }
    // libbpf `sym_is_extern`.
    let is_extern = |s: &&Symbol| {
        s.place == SymbolPlace::Undefined
            && !s.name.is_empty()
            && matches!(s.bind, SymbolBind::Weak | SymbolBind::Global)
    };
    let one = |s: &Symbol| {
        let weak = s.bind == SymbolBind::Weak;
        let kind = *kinds.get(&s.name)?;
        Some(ExternSymbol { symbol: s.index, name: s.name.clone(), weak, kind })
    };
    object.symbols().iter().filter(is_extern).filter_map(one).collect()
}
