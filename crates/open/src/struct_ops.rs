//! Phase 7: variables of struct_ops (`init_struct_ops_maps`); phase 8: their members
//! (`bpf_object__collect_st_ops_relos`).

use crate::btf::{Btf, FUNC_PROTO, PTR, STRUCT};
use crate::elf::Data;
use crate::errno::Errno;
use crate::map_def::Def;
use crate::maps::{Map, MapFrom};
use crate::programs::SLOT;
use crate::rule;
use crate::spans::StructOps;
use crate::state::{FileBytes, Role, State, Step};

/// The first section number that is not the index of a section (`SHN_LORESERVE`).
const LORESERVE: u32 = 0xff00;
const STRUCT_OPS: u32 = 26;

impl<'a> State<'a> {
    pub(crate) fn struct_ops_maps(&mut self, btf: &Btf<'a>) -> Step<()> {
        for index in 0..self.elf.count() as u32 {
            if self.roles.get(index as usize) == Some(&Role::StructOps) {
                self.struct_ops_section(btf, index)?;
            }
        }
        Ok(())
    }

    fn struct_ops_section(&mut self, btf: &Btf<'a>, index: u32) -> Step<()> {
        let Some(mut name) = self.section_name(index) else { return Ok(()) };
        let size = self.section(index).map_or(0, |s| s.size);
        let Some(datasec) = btf.datasec(&name.to_string()) else {
            let line = format!("struct_ops init: DATASEC {name} not found");
            let at = self.range_of(index);
            return self.refuse(rule::OPS_DATASEC, Errno::EINVAL, line, at);
        };
        for item in 0..btf.vlen(datasec) {
            let [var, offset, _] = btf.item(datasec, item, 3);
            let at = btf.range(var);
            let Some(of) = btf.resolve(var) else {
                let line = format!("struct_ops init: Cannot resolve var type_id {var} in DATASEC {name}");
                return self.refuse(rule::OPS_TYPE, Errno::EINVAL, line, at);
            };
            let type_name = btf.name(of);
            if type_name.is_empty() {
                let line = "struct_ops init: anonymous type is not supported";
                return self.refuse(rule::OPS_ANONYMOUS, Errno::ENOTSUP, line, at);
            }
            if btf.kind(of) != STRUCT {
                let line = format!("struct_ops init: {type_name} is not a struct");
                return self.refuse(rule::OPS_STRUCT, Errno::EINVAL, line, at);
            }
            if name.starts("?") {
                name = name.tail();
            }
            let bytes = btf.target(of);
            if u64::from(offset.wrapping_add(bytes)) > size {
                let line = format!("struct_ops init: var {} is beyond the end of DATASEC {name}", btf.name(var));
                return self.refuse(rule::OPS_BOUNDS, Errno::EINVAL, line, at);
            }
            if u64::from(offset) + u64::from(bytes) > size {
                return self.silent(rule::OPS_CRASH, Errno::EINVAL, btf.name(var).to_string(), at);
            }
            let def = Def { kind: STRUCT_OPS, key_size: 4, value_size: bytes, max_entries: 1, pinned: false };
            let from = MapFrom::StructOps(of);
            self.maps.push(Map { name: btf.name(var), from, section: index, offset, def });
        }
        Ok(())
    }

    pub(crate) fn struct_ops_relos(
        &mut self,
        btf: &Btf<'a>,
        index: u32,
        data: Data<'a>,
        ops: &mut StructOps,
    ) -> Step<()> {
        let Some(section) = self.section(index) else { return Ok(()) };
        for number in 0..data.size / 16 {
            let at = FileBytes::at(section.offset + number * 16, 16);
            let Some(rel) = self.elf.rel(data, number) else { break };
            let Some(symbol) = self.elf.symbol(self.symbols, rel.symbol.into()) else {
                let line = format!("struct_ops reloc: symbol {:x} not found", rel.symbol);
                return self.refuse(rule::OPS_SYMBOL, Errno::FORMAT, line, at);
            };
            self.symbol_name(symbol.name);
            let map = ops.find(section.info, rel.offset).and_then(|i| self.maps.get(i));
            let Some(Map { name, offset: start, from: MapFrom::StructOps(of), .. }) = map.cloned() else {
                let line = format!("struct_ops reloc: cannot find map at rel->r_offset {}", rel.offset);
                return self.refuse(rule::OPS_MAP, Errno::EINVAL, line, at);
            };
            let target = u32::from(symbol.section);
            if target >= LORESERVE {
                let line = format!(
                    "struct_ops reloc {name}: rel->r_offset {} shdr_idx {target} unsupported non-static function",
                    rel.offset
                );
                return self.refuse(rule::OPS_STATIC, Errno::RELOC, line, at);
            }
            if !symbol.value.is_multiple_of(SLOT) {
                let line = format!("struct_ops reloc {name}: invalid target program offset {}", symbol.value);
                return self.refuse(rule::OPS_OFFSET, Errno::FORMAT, line, at);
            }
            let offset = (rel.offset - u64::from(start)) as u32;
            let bits = offset.wrapping_mul(8);
            let Some(member) = ops.member(btf, of, bits) else {
                let line = format!("struct_ops reloc {name}: cannot find member at moff {offset}");
                return self.refuse(rule::OPS_MEMBER, Errno::EINVAL, line, at);
            };
            let [member_name, member_type, _] = btf.item(of, member, 3);
            let member_name = btf.string(member_name);
            let Some(pointer) = btf.skip(member_type) else { return self.endless() };
            let proto = if btf.kind(pointer) == PTR { btf.skip(btf.target(pointer)) } else { Some(pointer) };
            let Some(proto) = proto else { return self.endless() };
            if btf.kind(pointer) != PTR || btf.kind(proto) != FUNC_PROTO {
                let line = format!("struct_ops reloc {name}: cannot relocate non func ptr {member_name}");
                return self.refuse(rule::OPS_POINTER, Errno::EINVAL, line, at);
            }
            let Some(program) = self.program_at(target, u64::from((symbol.value / SLOT) as u32)) else {
                let line = format!(
                    "struct_ops reloc {name}: cannot find prog at shdr_idx {target} to relocate func ptr {member_name}"
                );
                return self.refuse(rule::OPS_PROGRAM, Errno::EINVAL, line, at);
            };
            let Some(program) = self.programs.get_mut(program) else { continue };
            if program.in_struct_ops {
                continue;
            }
            let section_name = program.section_name.to_string();
            if bpf::program_type(&section_name).is_none_or(|t| t.name != "struct_ops") {
                let line = format!("struct_ops reloc {name}: prog {} is not struct_ops BPF program", program.name);
                return self.refuse(rule::OPS_KIND, Errno::EINVAL, line, at);
            }
            program.in_struct_ops = true;
        }
        Ok(())
    }
}
