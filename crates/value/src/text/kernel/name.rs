//! The name before a value: `.member = (type)`, and the bracket that opens it (`btf_show_name`).

use btf::{Kind, TypeId};

use super::Show;

/// Types that take this many steps through typedefs, pointers and arrays, or more, have no name (`BTF_SHOW_MAX_ITER`).
const MOST_STEPS: usize = 10;

impl Show<'_, '_> {
    /// The text before the current value. Empty for an element of an array, which has not even a bracket.
    pub(super) fn name(&self) -> String {
        let btf = self.btf;
        if self.array_member {
            return String::new();
        }
        let first = match (self.member, self.shown) {
            (Some(member), _) => member.type_id,
            (None, Some((id, _))) => id,
            (None, None) => return String::new(),
        };
        let Some(mut t) = btf.get(first) else { return String::new() };
        let mut typedef: Option<&str> = None;
        let (mut pointers, mut arrays, mut steps) = (0, 0, 0);
        loop {
            if steps == MOST_STEPS {
                return String::new();
            }
            let next = match t.kind() {
                Kind::Typedef => {
                    typedef = typedef.or(Some(t.name()));
                    TypeId(t.size_or_type())
                }
                Kind::Array => {
                    arrays += 1;
                    t.array().map_or(TypeId::VOID, |array| array.element)
                }
                Kind::Ptr => {
                    pointers += 1;
                    TypeId(t.size_or_type())
                }
                _ => TypeId::VOID,
            };
            if next.is_void() {
                break;
            }
            steps += 1;
            let Some(next) = btf.get(btf.skip_qualifiers(next)) else { break };
            t = next;
        }
        let (prefix, opens) = match t.kind() {
            Kind::Struct => ("struct", true),
            Kind::Union => ("union", true),
            Kind::Enum | Kind::Enum64 => ("enum", false),
            _ => ("", false),
        };
        let bracket = match () {
            () if pointers > 0 => "",
            () if arrays > 0 => "[",
            () if opens => "{",
            () => "",
        };
        if self.options.skip_names {
            return bracket.to_owned();
        }
        let prefix = if typedef.is_some() { "" } else { prefix };
        let name = typedef.unwrap_or(t.name());
        let mut out = String::new();
        if let Some(member) = self.member.filter(|m| !m.name.is_empty()) {
            out.extend([".", member.name, " = "]);
        }
        let space = if !prefix.is_empty() && !name.is_empty() { " " } else { "" };
        out.extend(["(", prefix, space, name]);
        if pointers > 0 {
            out.push(' ');
            out.push_str(&"*".repeat(pointers));
        }
        out.push_str(&"[]".repeat(arrays));
        out.extend([")", bracket]);
        out
    }
}
