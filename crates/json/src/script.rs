//! The values for JavaScript. They are those of the JSON output, but names are in camelCase, and counts and sizes of 64
//! bits are JavaScript's numbers.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

/// A count, size or offset: an integer in JSON, a number in JavaScript. Numbers beyond 2^53 are rounded there, but
/// only hostile files have any. A value that may use all 64 bits, such as an enumerator's, is a `u64` instead, and
/// becomes a bigint.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u64);

impl Count {
    /// A count or index.
    pub fn of(n: usize) -> Count {
        Count(n as u64)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Among our serializers, only [`Script`] is not human-readable.
        if to.is_human_readable() { to.serialize_u64(self.0) } else { to.serialize_f64(self.0 as f64) }
    }
}

impl<T: Into<u64>> From<T> for Count {
    fn from(n: T) -> Count {
        Count(n.into())
    }
}

/// Serializes a value for JavaScript.
#[derive(Clone, Copy, Debug)]
pub struct Script<T>(pub T);

impl<T: Serialize> Serialize for Script<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(Script(to))
    }
}

/// One of our names in camelCase. Names with capital letters (`FUNC_PROTO`) are values and stay as they are.
pub fn camel(name: &str) -> String {
    if name.contains(|c: char| c.is_ascii_uppercase()) {
        return name.to_owned();
    }
    let mut out = String::with_capacity(name.len());
    let mut up = false;
    for c in name.chars() {
        match c {
            '_' => up = true,
            c if up => {
                out.push(c.to_ascii_uppercase());
                up = false;
            }
            c => out.push(c),
        }
    }
    out
}

/// [`camel`] for a field's name. The results are never freed: there are only as many as our types have field names.
fn field(name: &'static str) -> &'static str {
    static KNOWN: LazyLock<Mutex<HashMap<&'static str, &'static str>>> = LazyLock::new(Mutex::default);
    if !name.contains('_') {
        return name;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(name).or_insert_with(|| camel(name).leak())
}

/// Makes methods that pass a value through.
macro_rules! pass {
    ($($method:ident: $ty:ty;)*) => { $(
        fn $method(self, value: $ty) -> Result<S::Ok, S::Error> { self.0.$method(value) }
    )* };
}

impl<S: Serializer> Serializer for Script<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Script<S::SerializeSeq>;
    type SerializeTuple = Script<S::SerializeTuple>;
    type SerializeTupleStruct = Script<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Script<S::SerializeTupleVariant>;
    type SerializeMap = Script<S::SerializeMap>;
    type SerializeStruct = Script<S::SerializeStruct>;
    type SerializeStructVariant = Script<S::SerializeStructVariant>;

    fn is_human_readable(&self) -> bool {
        false
    }

    pass! {
        serialize_bool: bool;
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_f32: f32;
        serialize_f64: f64;
        serialize_char: char;
        serialize_str: &str;
        serialize_bytes: &[u8];
        serialize_unit_struct: &'static str;
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Script(value))
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }

    fn serialize_unit_variant(self, name: &'static str, i: u32, variant: &'static str) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit_variant(name, i, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Script(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        i: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_variant(name, i, variant, &Script(value))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.0.serialize_seq(len).map(Script)
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.0.serialize_tuple(len).map(Script)
    }

    fn serialize_tuple_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.0.serialize_tuple_struct(name, len).map(Script)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        i: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.0.serialize_tuple_variant(name, i, variant, len).map(Script)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.0.serialize_map(len).map(Script)
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        self.0.serialize_struct(name, len).map(Script)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        i: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.0.serialize_struct_variant(name, i, variant, len).map(Script)
    }
}

/// Makes serializers of sequences.
macro_rules! sequence {
    ($($of:ident $method:ident;)*) => { $(
        impl<S: $of> $of for Script<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.0.$method(&Script(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )* };
}

sequence! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

/// Makes serializers of structs.
macro_rules! fields {
    ($($of:ident)*) => { $(
        impl<S: $of> $of for Script<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), S::Error> {
                self.0.serialize_field(field(key), &Script(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )* };
}

fields! { SerializeStruct SerializeStructVariant }

impl<S: SerializeMap> SerializeMap for Script<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    // serde writes structs with flattened parts as maps, so keys may be names of fields here.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        match serde_json::to_value(key) {
            Ok(serde_json::Value::String(name)) => self.0.serialize_key(&camel(&name)),
            _ => self.0.serialize_key(key),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_value(&Script(value))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Outer {
        byte_offset: Count,
        value_all: u64,
        of_kind: BTreeMap<&'static str, Option<Inner>>,
        #[serde(flatten)]
        flat: Inner,
    }

    #[derive(Serialize, Clone, Copy)]
    struct Inner {
        type_id: u32,
        is_it: (bool, Count),
    }

    #[test]
    fn javascript_has_other_names_and_the_same_values() {
        let inner = Inner { type_id: 1, is_it: (true, Count(2)) };
        let outer = Outer {
            byte_offset: Count(1 << 40),
            value_all: u64::MAX,
            of_kind: BTreeMap::from([("FUNC_PROTO", Some(inner))]),
            flat: inner,
        };
        let json = serde_json::json!({
            "byte_offset": 1_099_511_627_776_u64, "value_all": u64::MAX,
            "of_kind": {"FUNC_PROTO": {"type_id": 1, "is_it": [true, 2]}}, "type_id": 1, "is_it": [true, 2],
        });
        assert_eq!(serde_json::to_value(&outer).expect("JSON"), json);
        let script = serde_json::json!({
            "byteOffset": 1_099_511_627_776.0, "valueAll": u64::MAX,
            "ofKind": {"FUNC_PROTO": {"typeId": 1, "isIt": [true, 2.0]}}, "typeId": 1, "isIt": [true, 2.0],
        });
        assert_eq!(serde_json::to_value(Script(&outer)).expect("JSON"), script);
    }
}
