//! Phase 6: sizes and offsets of variables (`bpf_object_fixup_btf`). libbpf prints a message only when it cannot read a
//! symbol's name or a section's bytes.

use crate::btf::{Btf, DATASEC, HEAD, VAR};
use crate::elf::Symbol;
use crate::errno::Errno;
use crate::externs::{EXTERN, STATIC};
use crate::names::NameMap;
use crate::rule;
use crate::sort::sort;
use crate::state::{State, Step};

/// The global and weak symbols of type OBJECT, with their indices, by name.
struct Objects<'a> {
    by_name: NameMap<'a, (u64, Symbol)>,
    /// The first symbol whose name cannot be read: its index and the offset of its name.
    unreadable: Option<(u64, u32)>,
}

impl<'a> State<'a> {
    pub(crate) fn fix_datasecs(&mut self) -> Step<()> {
        let Some(mut btf) = self.btf.take() else { return Ok(()) };
        // Phase 2 refuses an object if it cannot read the name of a section, so all names are known.
        let (objects, sections) = (self.objects(), self.sections_by_name());
        let result = (1..btf.count()).try_for_each(|id| match btf.kind(id) {
            DATASEC => self.fix_datasec(&mut btf, id, &objects, &sections),
            _ => Ok(()),
        });
        self.btf = Some(btf);
        result
    }

    fn objects(&self) -> Objects<'a> {
        let mut objects = Objects { by_name: NameMap::new(), unreadable: None };
        for index in 0..self.symbol_count() {
            let Some(symbol) = self.elf.symbol(self.symbols, index) else { break };
            if symbol.kind() != 1 || !symbol.is_global_or_weak() {
                continue;
            }
            match self.elf.string(self.strtab, symbol.name.into()) {
                Ok(name) => objects.by_name.add(name, (index, symbol)),
                Err(_) if objects.unreadable.is_none() => objects.unreadable = Some((index, symbol.name)),
                Err(_) => {}
            }
        }
        objects
    }

    fn fix_datasec(
        &mut self,
        btf: &mut Btf<'a>,
        id: u32,
        objects: &Objects<'a>,
        sections: &NameMap<'a, u32>,
    ) -> Step<()> {
        let name = btf.name(id);
        if !name.is(".kconfig") && !name.is(".ksyms") {
            let without_size = btf.target(id) == 0;
            if without_size {
                let size = self.size_of(sections.get(name));
                if size == 0 {
                    return self.silent(rule::DATASEC_SIZE, Errno::ENOENT, name.to_string(), btf.range(id));
                }
                btf.set(id, 2, size);
            }
            for index in 0..btf.vlen(id) {
                let [var, _, size] = btf.item(id, index, 3);
                if btf.kind(var) != VAR {
                    let about = format!("type [{var}] in {name}");
                    return self.silent(rule::DATASEC_VAR, Errno::EINVAL, about, btf.range(id));
                }
                if matches!(btf.word(var, HEAD), STATIC | EXTERN) {
                    continue;
                }
                let var_name = btf.name(var);
                let found = objects.by_name.get(var_name);
                if let Some((first, offset)) = objects.unreadable
                    && found.is_none_or(|(index, _)| index > first)
                {
                    let range = self.symbol_range(first);
                    self.symbol_name(offset);
                    let line = self.lines.pop().unwrap_or_default();
                    let result = self.refuse(rule::DATASEC_NAMES, Errno::ENOENT, line, range);
                    self.lines.push(format!("failed to get sym name string for var {var_name}"));
                    return result;
                }
                let Some((_, symbol)) = found else {
                    let about = format!("{var_name} in {name}");
                    return self.silent(rule::DATASEC_SYMBOL, Errno::ENOENT, about, btf.range(var));
                };
                if without_size {
                    btf.set_item(id, index, [var, symbol.value as u32, size]);
                }
                if symbol.is_hidden() {
                    btf.set(var, HEAD, STATIC);
                }
            }
        }
        let mut items: Vec<[u32; 3]> = (0..btf.vlen(id)).map(|i| btf.item(id, i, 3)).collect();
        // The difference wraps, as in `compare_vsi_off`.
        sort(&mut items, &mut |a, b| (a[1].wrapping_sub(b[1]) as i32) > 0);
        for (index, item) in (0..).zip(items) {
            btf.set_item(id, index, item);
        }
        Ok(())
    }

    /// The size of a section in bytes; 0 if there is none or its bytes cannot be read.
    fn size_of(&mut self, index: Option<u32>) -> u32 {
        let Some((index, section)) = index.and_then(|index| Some((index, self.section(index)?))) else { return 0 };
        match self.elf.data(&section) {
            Ok(data) => data.size as u32,
            Err(_) => {
                // Phase 2 skipped this section, so libbpf reads its bytes only now and prints that it cannot.
                let _ = self.data(index, rule::DATASEC_SIZE);
                0
            }
        }
    }
}
