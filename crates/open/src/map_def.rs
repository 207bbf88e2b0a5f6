//! Phase 7: declarations of maps (`parse_btf_map_def`).

use std::cell::RefCell;
use std::collections::HashMap;

use crate::btf::{ARRAY, Btf, ENUM, ENUM64, FUNC_PROTO, HEAD, NoSize, PTR, STRUCT};
use crate::errno::Errno;
use crate::maps::{ARRAY_OF_MAPS, HASH_OF_MAPS, PROG_ARRAY};
use crate::names::Name;
use crate::rule::{self, Rule};

/// The maximum length of an inner map's name, in bytes.
const INNER_NAME: usize = 127;

/// The declaration of a map, as far as the checks need it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Def {
    pub(crate) kind: u32,
    pub(crate) key_size: u32,
    pub(crate) value_size: u32,
    pub(crate) max_entries: u32,
    pub(crate) pinned: bool,
}

/// Why a declaration is refused: the rule, the errno and libbpf's message; none if types form a loop.
pub(crate) type No = Option<(&'static Rule, Errno, String)>;

/// A member of a declaration.
struct Field {
    name: String,
    of: u32,
    last: bool,
}

/// The declarations that have no fault, by struct, and whether the map is an inner one. Many maps may have one struct,
/// which would otherwise be read for each of them.
#[derive(Debug, Default)]
pub(crate) struct Known(RefCell<HashMap<(u32, bool), Def>>);

/// Reads the declaration of a map: of the map of this name, or (`inner`) of its inner map.
pub(crate) fn read(btf: &Btf<'_>, id: u32, map: Name<'_>, inner: bool, known: &Known) -> Result<Def, No> {
    let found = known.0.borrow().get(&(id, inner)).copied();
    if let Some(def) = found {
        return Ok(def);
    }
    let def = Reader { btf, map, inner, known }.read(id)?;
    known.0.borrow_mut().insert((id, inner), def);
    Ok(def)
}

struct Reader<'b, 'a> {
    btf: &'b Btf<'a>,
    map: Name<'b>,
    inner: bool,
    known: &'b Known,
}

impl Reader<'_, '_> {
    fn no<T>(&self, rule: &'static Rule, errno: Errno, what: impl AsRef<str>) -> Result<T, No> {
        Err(Some((rule, errno, format!("map '{}': {}", self.name(), what.as_ref()))))
    }

    /// The map's name in messages.
    fn name(&self) -> String {
        if !self.inner {
            return self.map.to_string();
        }
        let mut name = format!("{}.inner", self.map);
        let end = (0..=INNER_NAME.min(name.len())).rev().find(|&at| name.is_char_boundary(at));
        name.truncate(end.unwrap_or(0));
        name
    }

    fn read(&self, id: u32) -> Result<Def, No> {
        let mut def = Def::default();
        let count = self.btf.vlen(id);
        for index in 0..count {
            let [name, of, _] = self.btf.item(id, index, 3);
            let field = Field { name: self.btf.string(name).to_string(), of, last: index + 1 == count };
            match field.name.as_str() {
                "type" => def.kind = self.number(&field)?,
                "max_entries" => def.max_entries = self.number(&field)?,
                "map_flags" | "numa_node" => {
                    self.number(&field)?;
                }
                "key_size" => self.plain_size(&field, "key", &mut def.key_size)?,
                "value_size" => self.plain_size(&field, "value", &mut def.value_size)?,
                "key" => self.typed_size(&field, "key", &mut def.key_size)?,
                "value" => self.typed_size(&field, "value", &mut def.value_size)?,
                "values" => self.values(&field, &mut def)?,
                "pinning" => def.pinned = self.pinning(&field)?,
                "map_extra" => self.extra(&field)?,
                other => return self.no(rule::UNKNOWN_FIELD, Errno::ENOTSUP, format!("unknown field '{other}'.")),
            }
        }
        if def.kind == 0 {
            return self.no(rule::NO_TYPE, Errno::EINVAL, "map type isn't specified.");
        }
        Ok(def)
    }

    /// The number in a member: the length of the array that it points to (`get_map_field_int`).
    fn number(&self, field: &Field) -> Result<u32, No> {
        let pointer = self.btf.skip(field.of).ok_or(None)?;
        let expected =
            |what: &str, got: u32| format!("attr '{}': expected {what}, got {}.", field.name, self.btf.kind_name(got));
        if self.btf.kind(pointer) != PTR {
            return self.no(rule::FIELD_PTR, Errno::EINVAL, expected("PTR", pointer));
        }
        let array = self.btf.target(pointer);
        if self.btf.kind(array) != ARRAY {
            return self.no(rule::FIELD_ARRAY, Errno::EINVAL, expected("ARRAY", array));
        }
        Ok(self.btf.array_len(array))
    }

    fn plain_size(&self, field: &Field, what: &str, size: &mut u32) -> Result<(), No> {
        let said = self.number(field)?;
        if *size != 0 && *size != said {
            let line = format!("conflicting {what} size {size} != {said}.");
            return self.no(rule::SIZE_CONFLICT, Errno::EINVAL, line);
        }
        *size = said;
        Ok(())
    }

    fn typed_size(&self, field: &Field, what: &str, size: &mut u32) -> Result<(), No> {
        if self.btf.kind(field.of) != PTR {
            let line = format!("{what} spec is not PTR: {}.", self.btf.kind_name(field.of));
            return self.no(rule::SPEC_PTR, Errno::EINVAL, line);
        }
        let of = self.btf.target(field.of);
        let said = match self.btf.size(of) {
            Ok(said) => said as u32,
            Err(why) => {
                let errno = if why == NoSize::TooBig { Errno::E2BIG } else { Errno::EINVAL };
                let line = format!("can't determine {what} size for type [{of}]: -{}.", errno.0);
                return self.no(rule::SPEC_SIZE, errno, line);
            }
        };
        if *size != 0 && *size != said {
            let line = format!("conflicting {what} size {size} != {said}.");
            return self.no(rule::SPEC_CONFLICT, Errno::EINVAL, line);
        }
        *size = said;
        Ok(())
    }

    fn values(&self, field: &Field, def: &mut Def) -> Result<(), No> {
        let of_maps = matches!(def.kind, ARRAY_OF_MAPS | HASH_OF_MAPS);
        let what = if of_maps { "map-in-map inner" } else { "prog-array value" };
        if self.inner {
            return self.no(rule::INNER_VALUES, Errno::ENOTSUP, "multi-level inner maps not supported.");
        }
        if !field.last {
            return self.no(rule::VALUES_LAST, Errno::EINVAL, "'values' member should be last.");
        }
        if !of_maps && def.kind != PROG_ARRAY {
            return self.no(rule::VALUES_TYPE, Errno::ENOTSUP, "should be map-in-map or prog-array.");
        }
        if def.value_size != 0 && def.value_size != 4 {
            let line = format!("conflicting value size {} != 4.", def.value_size);
            return self.no(rule::VALUES_SIZE, Errno::EINVAL, line);
        }
        def.value_size = 4;
        if self.btf.kind(field.of) != ARRAY || self.btf.array_len(field.of) != 0 {
            return self.no(rule::VALUES_ARRAY, Errno::EINVAL, format!("{what} spec is not a zero-sized array."));
        }
        let pointer = self.btf.skip(self.btf.array_of(field.of)).ok_or(None)?;
        if self.btf.kind(pointer) != PTR {
            let line = format!("{what} def is of unexpected kind {}.", self.btf.kind_name(pointer));
            return self.no(rule::VALUES_PTR, Errno::EINVAL, line);
        }
        let held = self.btf.skip(self.btf.target(pointer)).ok_or(None)?;
        if self.btf.kind(held) != if of_maps { STRUCT } else { FUNC_PROTO } {
            let line = format!("{what} def is of unexpected kind {}.", self.btf.kind_name(held));
            return self.no(rule::VALUES_DEF, Errno::EINVAL, line);
        }
        if of_maps {
            read(self.btf, held, self.map, true, self.known)?;
        }
        Ok(())
    }

    fn pinning(&self, field: &Field) -> Result<bool, No> {
        if self.inner {
            return self.no(rule::INNER_PIN, Errno::EINVAL, "inner def can't be pinned.");
        }
        let value = self.number(field)?;
        if value > 1 {
            return self.no(rule::PINNING, Errno::EINVAL, format!("invalid pinning value {value}."));
        }
        Ok(value == 1)
    }

    /// Checks the member `map_extra` (`get_map_field_long`).
    fn extra(&self, field: &Field) -> Result<(), No> {
        let of = self.btf.skip(field.of).ok_or(None)?;
        match self.btf.kind(of) {
            PTR => self.number(field).map(|_| ()),
            ENUM | ENUM64 if self.btf.vlen(of) == 1 => Ok(()),
            ENUM | ENUM64 => {
                self.no(rule::EXTRA_VALUE, Errno::EINVAL, format!("attr '{}': invalid __ulong", field.name))
            }
            _ => {
                let got = self.btf.kind_name(of);
                let line = format!("attr '{}': expected ENUM or ENUM64, got {got}.", field.name);
                self.no(rule::EXTRA_ENUM, Errno::EINVAL, line)
            }
        }
    }
}

/// The byte offset of the member `values` in a map's declaration; none if the last member has another name.
pub(crate) fn values_at(btf: &Btf<'_>, id: u32) -> Option<u32> {
    let last = btf.vlen(id).checked_sub(1)?;
    let [name, _, offset] = btf.item(id, last, HEAD);
    let bits = if btf.kflag(id) { offset & 0x00ff_ffff } else { offset };
    btf.string(name).is("values").then_some(bits / 8)
}
