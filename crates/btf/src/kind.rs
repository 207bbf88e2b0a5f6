//! The kinds of types (btf.rst, "BTF_KIND_*"; `include/uapi/linux/btf.h`): one table, from which their numbers and
//! names come. The words behind the head of each kind's record are in `schema.rs`.

/// Makes [`Kind`] from a table: number, name as bpftool prints it, name as libbpf prints it, family.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal, $name:literal, $lower:literal, $family:ident;)*) => {
        /// The kind of a type record. The numbers are those of `include/uapi/linux/btf.h`.
        ///
        /// In this project most matches name every kind instead of `_`: when a kind is added, the compiler points to
        /// these matches. With `use btf::Kind::*`, the arm of all remaining kinds takes two lines.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
            /// Any other number, or 20 to 22 where a layout section says that their records have another form.
            Unknown(u8),
        }

        impl Kind {
            /// All known kinds, by number.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// The kind of a number by this table alone; a layout section may make 20 to 22 unknown kinds.
            pub fn from_number(n: u8) -> Kind {
                match n {
                    $($number => Kind::$kind,)*
                    n => Kind::Unknown(n),
                }
            }

            /// The number in the record's info word.
            pub const fn number(self) -> u8 {
                match self {
                    $(Kind::$kind => $number,)*
                    Kind::Unknown(n) => n,
                }
            }

            /// The name without `BTF_KIND_`, as bpftool prints it: `"STRUCT"`. Unknown kinds are `"UNKNOWN"`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                    Kind::Unknown(_) => "UNKNOWN",
                }
            }

            #[inline]
            const fn family(self) -> Family {
                match self {
                    $(Kind::$kind => Family::$family,)*
                    Kind::Unknown(_) => Family::Other,
                }
            }

            /// The name in small letters, as libbpf prints it (`btf_kind_str`): `"struct"`, `"func_proto"`.
            pub fn as_lower_str(self) -> &'static str {
                match self {
                    $(Kind::$kind => $lower,)*
                    Kind::Unknown(_) => "unknown",
                }
            }
        }
    };
}

kinds! {
    /// 1: an integer.
    Int = 1, "INT", "int", Other;
    /// 2: a pointer.
    Ptr = 2, "PTR", "ptr", Other;
    /// 3: an array.
    Array = 3, "ARRAY", "array", Other;
    /// 4: a struct.
    Struct = 4, "STRUCT", "struct", Composite;
    /// 5: a union.
    Union = 5, "UNION", "union", Composite;
    /// 6: an enum with 32-bit values.
    Enum = 6, "ENUM", "enum", Enum;
    /// 7: a forward declaration of a struct or union.
    Fwd = 7, "FWD", "fwd", Other;
    /// 8: a typedef.
    Typedef = 8, "TYPEDEF", "typedef", Typedef;
    /// 9: `volatile`.
    Volatile = 9, "VOLATILE", "volatile", Qualifier;
    /// 10: `const`.
    Const = 10, "CONST", "const", Qualifier;
    /// 11: `restrict`.
    Restrict = 11, "RESTRICT", "restrict", Qualifier;
    /// 12: a function: a name for a prototype.
    Func = 12, "FUNC", "func", Declaration;
    /// 13: a function prototype.
    FuncProto = 13, "FUNC_PROTO", "func_proto", Other;
    /// 14: a variable.
    Var = 14, "VAR", "var", Declaration;
    /// 15: an ELF section with the variables in it.
    DataSec = 15, "DATASEC", "datasec", Declaration;
    /// 16: a floating-point number.
    Float = 16, "FLOAT", "float", Other;
    /// 17: a tag on a declaration (`btf_decl_tag`).
    DeclTag = 17, "DECL_TAG", "decl_tag", Declaration;
    /// 18: a tag on a type (`btf_type_tag`).
    TypeTag = 18, "TYPE_TAG", "type_tag", Qualifier;
    /// 19: an enum with 64-bit values.
    Enum64 = 19, "ENUM64", "enum64", Enum;
    /// 20: where the value of an inlined call's parameter lives.
    LocParam = 20, "LOC_PARAM", "loc_param", Location;
    /// 21: the parameters of an inlined call.
    LocProto = 21, "LOC_PROTO", "loc_proto", Location;
    /// 22: the sites of inlined calls.
    LocSec = 22, "LOCSEC", "locsec", Location;
}

/// A group of kinds that the code treats alike when it follows references. The family is a column of the table, so a
/// new kind must have one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Composite,
    Enum,
    Qualifier,
    Typedef,
    Declaration,
    Location,
    Other,
}

impl Kind {
    /// The article before the kind's name in a sentence: "an" INT, "a" STRUCT.
    pub fn article(self) -> &'static str {
        // By sound: "a union", but "an unknown kind".
        match self {
            Kind::Unknown(_) => "an",
            kind if kind.as_str().starts_with(['A', 'E', 'I', 'O']) => "an",
            _ => "a",
        }
    }

    /// Struct or union.
    pub fn is_composite(self) -> bool {
        self.family() == Family::Composite
    }

    /// Enum or enum64.
    pub fn is_any_enum(self) -> bool {
        self.family() == Family::Enum
    }

    /// Parameters and sites of inlined calls: kinds 20 to 22.
    pub fn is_location(self) -> bool {
        self.family() == Family::Location
    }

    /// `const`, `volatile`, `restrict` or a type tag: kinds that add to a type without naming it (libbpf's
    /// `btf_is_mod`). A typedef is not among them.
    pub fn is_qualifier(self) -> bool {
        self.family() == Family::Qualifier
    }

    /// A qualifier or a typedef: kinds that stand for the type that they refer to (the kernel's
    /// `btf_type_is_modifier`).
    pub fn is_modifier(self) -> bool {
        matches!(self.family(), Family::Qualifier | Family::Typedef)
    }

    /// A function, variable, section or declaration tag. None of these is a type of C, so no member or parameter has
    /// one as its type.
    pub fn is_declaration(self) -> bool {
        self.family() == Family::Declaration
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    /// Numbers are without a gap from 1 on, as `include/uapi/linux/btf.h` has them, and bpftool's names are libbpf's in
    /// capitals.
    #[test]
    fn the_table_is_in_order() {
        for (number, &kind) in (1..).zip(Kind::ALL) {
            assert_eq!((kind.number(), Kind::from_number(number)), (number, kind));
            assert_eq!(kind.as_str().to_ascii_lowercase(), kind.as_lower_str());
        }
        let next = Kind::ALL.len() as u8 + 1;
        assert_eq!([0, next].map(Kind::from_number), [Kind::Unknown(0), Kind::Unknown(next)]);
        assert_eq!(next, 23);
    }

    #[test]
    fn articles_go_by_sound() {
        let an: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| kind.article() == "an").collect();
        assert_eq!(an, [Kind::Int, Kind::Array, Kind::Enum, Kind::Enum64]);
        assert_eq!(Kind::Unknown(23).article(), "an");
    }

    /// The kernel's `btf_type_is_modifier`: typedef, volatile, const, restrict and type tag.
    #[test]
    fn modifiers_are_the_kernels() {
        let modifiers: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| kind.is_modifier()).collect();
        assert_eq!(modifiers, [Kind::Typedef, Kind::Volatile, Kind::Const, Kind::Restrict, Kind::TypeTag]);
        assert!(modifiers.iter().all(|&kind| kind.is_qualifier() != (kind == Kind::Typedef)));
    }
}
