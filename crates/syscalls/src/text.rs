//! Calls as text: a line for the call, and a line for each attribute.

use btf::ExtField;

use crate::call::{Call, Records, Value};

/// The meaning of a piece of the text, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// The command.
    Command,
    /// The name of the map or program, or `BTF`.
    Name,
    /// A number.
    Number,
    /// A remark.
    Comment,
    /// Anything else.
    Plain,
}

/// Writes a call; with `with_records`, also each record that the call passes.
pub fn print(call: &Call, with_records: bool, put: &mut dyn FnMut(Ink, &str)) {
    put(Ink::Plain, &format!("{:>3}  ", call.number));
    put(Ink::Command, call.command.as_str());
    put(Ink::Plain, "  ");
    put(Ink::Name, &call.about);
    put(Ink::Plain, "\n");
    for attribute in &call.attributes {
        put(Ink::Plain, &format!("     {}{:<26}", if attribute.answer { "-> " } else { "" }, attribute.name));
        let ink = match attribute.value {
            Value::Number(_) | Value::Bytes(_) => Ink::Number,
            Value::Kernel(_) => Ink::Comment,
            _ => Ink::Plain,
        };
        put(ink, &attribute.value.to_string());
        if !attribute.note.is_empty() {
            put(Ink::Comment, &format!("  # {}", attribute.note));
        }
        put(Ink::Plain, "\n");
        if let Value::Records(records) = &attribute.value
            && with_records
        {
            list(records, put);
        }
    }
    if let Some((size, records)) = &call.core_relo {
        let count = records.rows.len();
        let text = format!("     # a light skeleton passes: core_relo_rec_size {size}, core_relo_cnt {count}\n");
        put(Ink::Comment, &text);
        if with_records {
            list(records, put);
        }
    }
    for note in &call.notes {
        put(Ink::Comment, &format!("     # {note}\n"));
    }
}

/// Writes each record, and where its instruction is in its section of the file.
fn list(records: &Records, put: &mut dyn FnMut(Ink, &str)) {
    for (row, at) in records.rows.iter().zip(&records.in_file) {
        let words = records.fields.iter().zip(row).map(|(field, word)| match field {
            ExtField::LineCol => format!("{} {word} ({}:{})", field.as_str(), word >> 10, word & 0x3ff),
            _ => format!("{} {word}", field.as_str()),
        });
        put(Ink::Plain, &format!("       {}", words.collect::<Vec<_>>().join("  ")));
        put(Ink::Comment, &format!("  # byte {at} of the section\n"));
    }
}
