//! Phase 5: externs (`bpf_object__collect_externs`).

use std::collections::{HashMap, HashSet};

use crate::btf::{ARRAY, Btf, DATASEC, ENUM, ENUM64, FUNC, FUNC_PROTO, HEAD, INT, NoSize, VAR};
use crate::elf::SYMBOL;
use crate::errno::Errno;
use crate::names::{Name, NameMap};
use crate::rule;
use crate::sort::sort;
use crate::state::{State, Step};

/// Linkages of variables and functions.
pub(crate) const STATIC: u32 = 0;
pub(crate) const GLOBAL: u32 = 1;
pub(crate) const EXTERN: u32 = 2;

/// Where an extern comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum From {
    /// Not known yet.
    None,
    /// The kernel's configuration.
    Kconfig,
    /// The kernel's symbols.
    Ksyms,
}

/// An extern.
#[derive(Clone, Debug)]
pub(crate) struct Extern<'a> {
    pub(crate) name: Name<'a>,
    pub(crate) symbol: u64,
    pub(crate) weak: bool,
    pub(crate) from: From,
    size: u32,
    align: u32,
    /// The offset in `.kconfig`.
    offset: u32,
}

impl Extern<'_> {
    /// The end in `.kconfig`.
    pub(crate) fn end(&self) -> u32 {
        self.offset.wrapping_add(self.size)
    }
}

/// The type of a configuration value, as far as the checks distinguish it (`find_kcfg_type`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Unknown,
    Char,
    Other,
}

fn value_of(btf: &Btf<'_>, id: u32, depth: u32) -> Option<Value> {
    let id = btf.skip(id)?;
    let size = btf.target(id);
    let tristate = btf.name(id).is("libbpf_tristate");
    Some(match btf.kind(id) {
        INT => match (btf.word(id, HEAD) >> 24 & 4 != 0, size) {
            (true, 1) => Value::Other,
            (true, _) => Value::Unknown,
            (_, 1) => Value::Char,
            (_, 2 | 4 | 8) => Value::Other,
            _ => Value::Unknown,
        },
        ENUM if size == 4 && tristate => Value::Other,
        ENUM64 if tristate => Value::Other,
        // An array of chars is supported, an array of arrays is not.
        ARRAY if btf.array_len(id) > 0 && depth == 0 && value_of(btf, btf.array_of(id), 1)? == Value::Char => {
            Value::Other
        }
        _ => Value::Unknown,
    })
}

/// The declarations of externs in `.BTF`.
struct Declared<'a> {
    /// The first VAR or FUNC of a name.
    by_name: NameMap<'a, u32>,
    /// The first DATASEC that lists a type, by type id.
    section: HashMap<u32, u32>,
}

impl<'a> Declared<'a> {
    fn new(btf: &Btf<'a>) -> Declared<'a> {
        let mut declared = Declared { by_name: NameMap::new(), section: HashMap::new() };
        for id in 1..btf.count() {
            match btf.kind(id) {
                VAR | FUNC => declared.by_name.add(btf.name(id), id),
                DATASEC => {
                    for index in 0..btf.vlen(id) {
                        declared.section.entry(btf.item(id, index, 3)[0]).or_insert(id);
                    }
                }
                _ => {}
            }
        }
        declared
    }
}

impl<'a> State<'a> {
    pub(crate) fn collect_externs(&mut self) -> Step<()> {
        let Some(table) = self.section(self.symtab) else { return Ok(()) };
        if table.entsize != SYMBOL {
            return self.silent(rule::SYMBOL_SIZE, Errno::FORMAT, "", self.header_of(self.symtab));
        }
        let dummy = self.add_dummy()?;
        let declared = self.btf.as_ref().map(Declared::new);
        let (mut kconfig, mut ksyms) = (None, None);
        for index in 0..table.size / SYMBOL {
            let Some(symbol) = self.elf.symbol(self.symbols, index) else {
                return self.silent(rule::SYMBOL_SIZE, Errno::FORMAT, "", self.header_of(self.symtab));
            };
            if !symbol.is_extern() {
                continue;
            }
            let Some(name) = self.symbol_name(symbol.name).filter(|name| !name.is_empty()) else { continue };
            self.externs.push(Extern {
                name,
                symbol: index,
                weak: symbol.bind() == 2,
                from: From::None,
                size: 0,
                align: 0,
                offset: 0,
            });
            if self.one_extern(index, name, declared.as_ref(), &mut kconfig, &mut ksyms)? {
                return Ok(());
            }
        }
        self.sort_externs();
        if let Some(section) = ksyms {
            self.settle_ksyms(section, dummy)?;
        }
        if let Some(section) = kconfig {
            self.settle_kconfig(section)?;
        }
        Ok(())
    }

    /// Adds the variable `dummy_ksym`, which replaces the functions in `.ksyms`. Returns its type id; 0 if `.ksyms` has
    /// no functions.
    fn add_dummy(&mut self) -> Step<u32> {
        let Some(btf) = self.btf.as_mut() else { return Ok(0) };
        let Some(section) = btf.datasec(".ksyms") else { return Ok(0) };
        if !(0..btf.vlen(section)).any(|i| btf.kind(btf.item(section, i, 3)[0]) == FUNC) {
            return Ok(0);
        }
        if self.has_longer_header() {
            let range = self.range_of(self.btf_section.unwrap_or(0));
            return self.refuse(rule::DUMMY, Errno::ENOTSUP, "cannot create a dummy_ksym var", range);
        }
        let Some(btf) = self.btf.as_mut() else { return Ok(0) };
        let int = int_of_32_bits(btf);
        btf.starts.push(btf.words.len());
        // The name's offset is the length of the strings: [`Btf::string`] returns `dummy_ksym` for this offset.
        btf.words.extend([btf.strings.len() as u32, VAR << 24, int, GLOBAL]);
        Ok(btf.count() - 1)
    }

    /// True if the header of `.BTF` has nonzero bytes behind those that libbpf knows.
    fn has_longer_header(&self) -> bool {
        let bytes = self.elf.bytes_of(self.btf_section.unwrap_or(0));
        let order = if bytes.first() == Some(&0x9f) { crate::elf::Order::Little } else { crate::elf::Order::Big };
        let header = order.u32(bytes, 4).unwrap_or(0) as usize;
        bytes.get(32..header).is_some_and(|rest| rest.iter().any(|&b| b != 0))
    }

    /// Looks up the declaration of the extern that was added last. Returns true if libbpf stops collecting without an
    /// error, as it does at a variable of size 0.
    fn one_extern(
        &mut self,
        index: u64,
        name: Name<'a>,
        declared: Option<&Declared<'a>>,
        kconfig: &mut Option<u32>,
        ksyms: &mut Option<u32>,
    ) -> Step<bool> {
        let at = self.symbol_range(index);
        let (Some(btf), Some(declared)) = (&self.btf, declared) else {
            let line = format!("failed to find BTF for extern '{name}': -3");
            return self.refuse(rule::EXTERN_NO_BTF, Errno::ESRCH, line, at);
        };
        let Some(id) = declared.by_name.get(name) else {
            let line = format!("failed to find BTF for extern '{name}': -2");
            return self.refuse(rule::EXTERN_MISSING, Errno::ENOENT, line, at);
        };
        let is_function = btf.kind(id) == FUNC;
        let linkage = if is_function { btf.vlen(id) } else { btf.word(id, HEAD) };
        if linkage != EXTERN {
            let line = format!("failed to find BTF for extern '{name}': -22");
            return self.refuse(rule::EXTERN_LINKAGE, Errno::EINVAL, line, at);
        }
        let Some(&section) = declared.section.get(&id) else {
            let line = format!("failed to find BTF for extern '{name}' [{id}] section: -2");
            return self.refuse(rule::EXTERN_NO_SECTION, Errno::ENOENT, line, at);
        };
        let section_name = btf.name(section);
        if section_name.is(".ksyms") {
            *ksyms = Some(section);
            if btf.skip(btf.target(id)).is_none() {
                return self.endless();
            }
            self.set_from(From::Ksyms, 0, 0);
            return Ok(false);
        }
        if !section_name.is(".kconfig") {
            let line = format!("unrecognized extern section '{section_name}'");
            return self.refuse(rule::EXTERN_SECTION, Errno::ENOTSUP, line, at);
        }
        if is_function {
            let line = format!("extern function {name} is unsupported under .kconfig section");
            return self.refuse(rule::KCONFIG_FUNCTION, Errno::ENOTSUP, line, at);
        }
        *kconfig = Some(section);
        let of = btf.target(id);
        let size = match btf.size(of) {
            Ok(size) => size as u32 as i32,
            Err(NoSize::Unknown) => -22,
            Err(NoSize::TooBig) => -7,
        };
        if size <= 0 {
            let line = format!("failed to resolve size of extern (kcfg) '{name}': {size}");
            if size == 0 {
                self.lines.push(line);
                self.set_from(From::Kconfig, 0, 0);
                return Ok(true);
            }
            // libbpf takes a size of 2^31 or more as a negative number and returns it as the error. If it is below
            // -4095, it is no error number, and the caller takes it for a pointer; EINVAL stands for it here.
            let errno = i32::try_from(size.unsigned_abs()).ok().filter(|&n| n < 4096).map_or(Errno::EINVAL, Errno);
            return self.refuse(rule::KCONFIG_SIZE, errno, line, at);
        }
        let mut warned = Vec::new();
        let Some(align) = btf.align(of, &mut HashMap::new(), &mut warned, 0) else { return self.endless() };
        let value = value_of(btf, of, 0);
        self.lines.extend(warned.iter().map(|kind| format!("unsupported BTF_KIND:{kind}")));
        if align == 0 {
            let line = format!("failed to determine alignment of extern (kcfg) '{name}': 0");
            return self.refuse(rule::KCONFIG_ALIGN, Errno::EINVAL, line, at);
        }
        match value {
            None => return self.endless(),
            Some(Value::Unknown) => {
                let line = format!("extern (kcfg) '{name}': type is unsupported");
                return self.refuse(rule::KCONFIG_TYPE, Errno::ENOTSUP, line, at);
            }
            Some(_) => {}
        }
        self.set_from(From::Kconfig, size as u32, align);
        Ok(false)
    }

    fn set_from(&mut self, from: From, size: u32, align: u32) {
        if let Some(last) = self.externs.last_mut() {
            (last.from, last.size, last.align) = (from, size, align);
        }
    }

    fn sort_externs(&mut self) {
        sort(&mut self.externs, &mut |a, b| {
            let kconfig = |e: &Extern<'_>| if e.from == From::Kconfig { (8 - e.align.min(8), e.size) } else { (0, 0) };
            (a.from, kconfig(a)).cmp(&(b.from, kconfig(b))).then_with(|| a.name.bytes().cmp(b.name.bytes())).is_gt()
        });
    }

    fn names_of_externs(&self) -> NameMap<'a, usize> {
        self.externs.iter().enumerate().map(|(index, e)| (e.name, index)).collect()
    }

    /// Turns the items of `.ksyms` into global variables of 4 bytes; `dummy_ksym` replaces each function.
    fn settle_ksyms(&mut self, section: u32, dummy: u32) -> Step<()> {
        let names = self.names_of_externs();
        let Some(btf) = self.btf.as_mut() else { return Ok(()) };
        let int = int_of_32_bits(btf);
        // A function may be listed many times, and many functions may have one prototype.
        let mut named = HashSet::new();
        let mut offset = 0u32;
        for index in 0..btf.vlen(section) {
            let [of, ..] = btf.item(section, index, 3);
            let mut item = [of, offset, 4];
            if names.get(btf.name(of)).is_none() {
                let line = format!("failed to find extern definition for BTF {} '{}'", btf.kind_name(of), btf.name(of));
                let at = btf.range(of);
                return self.refuse(rule::KSYMS_SYMBOL, Errno::ESRCH, line, at);
            }
            if btf.kind(of) == FUNC {
                let proto = btf.target(of);
                let is_new = btf.kind(proto) == FUNC_PROTO && named.insert(proto);
                for p in 0..if is_new { btf.vlen(proto) } else { 0 } {
                    let [name, param, _] = btf.item(proto, p, 2);
                    if param != 0 && name == 0 {
                        btf.set(proto, HEAD + p as usize * 2, btf.word(dummy, 0));
                    }
                }
                item[0] = dummy;
                btf.set(of, 1, btf.word(of, 1) & !0x00ff_ffff | GLOBAL);
            } else {
                btf.set(of, HEAD, GLOBAL);
                btf.set(of, 2, int);
            }
            btf.set_item(section, index, item);
            offset = offset.wrapping_add(4);
        }
        btf.set(section, 2, offset);
        Ok(())
    }

    /// Assigns offsets to configuration values.
    fn settle_kconfig(&mut self, section: u32) -> Step<()> {
        let mut end = 0u32;
        for e in self.externs.iter_mut().filter(|e| e.from == From::Kconfig) {
            e.offset = end.checked_next_multiple_of(e.align.max(1)).unwrap_or(u32::MAX);
            end = e.end();
        }
        let names = self.names_of_externs();
        let Some(btf) = self.btf.as_mut() else { return Ok(()) };
        btf.set(section, 2, end);
        for index in 0..btf.vlen(section) {
            let [of, _, size] = btf.item(section, index, 3);
            let Some(found) = names.get(btf.name(of)).and_then(|i| self.externs.get(i)) else {
                let line = format!("failed to find extern definition for BTF var '{}'", btf.name(of));
                let at = btf.range(of);
                return self.refuse(rule::KCONFIG_SYMBOL, Errno::ESRCH, line, at);
            };
            btf.set(of, HEAD, GLOBAL);
            btf.set_item(section, index, [of, found.offset, size]);
        }
        Ok(())
    }
}

fn int_of_32_bits(btf: &Btf<'_>) -> u32 {
    type_of_ksyms((1..btf.count()).filter(|&id| btf.kind(id) == INT).map(|id| (id, btf.word(id, HEAD))))
}

/// The type id that libbpf gives the variables of `.ksyms` (`find_int_btf_id`): that of the first INT of 32 bits,
/// whatever its size in bytes is; 0 if there is none. `ints`: the type id of each INT, ascending, and the word behind
/// the head of its record.
pub fn type_of_ksyms(mut ints: impl Iterator<Item = (u32, u32)>) -> u32 {
    ints.find(|(_, word)| word & 0xff == 32).map_or(0, |(id, _)| id)
}
