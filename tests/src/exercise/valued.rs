//! Reads bytes as types of a blob, and reads pasted texts.

use btf::{Btf, Endian, TypeId};
use value::{
    Input, JsonOptions, MapEntry, MapOptions, MapStyle, MapTypes, MapValue, Open, Printer, Record, Shape, TextOptions,
    View, json, map_dump, read_as, recognise, text,
};

use super::Digest;

/// How many types of a blob are read.
const TYPES: u32 = 200;

/// No further type of a blob is read once the output has this many bytes. One answer can have 16 million bytes, and
/// there are hundreds of answers.
const MOST: u64 = 16 << 20;

/// Reads bytes as the types of a blob: rows, text, JSON. Sets values to themselves and to others.
///
/// # Panics
/// When results contradict each other.
pub fn valued(btf: &Btf, bytes: &[u8], digest: &mut Digest) {
    let before = digest.len();
    for id in (0..btf.type_cnt().saturating_add(2)).take(TYPES as usize).map(TypeId) {
        if digest.len() - before > MOST {
            return;
        }
        for order in [Endian::Little, Endian::Big] {
            let record = match Record::new(btf, id, bytes) {
                Ok(record) => record.in_order(order),
                Err(e) => {
                    digest.debug(&e.to_string());
                    continue;
                }
            };
            shown(&record, digest);
            let flags = id.0 % 8;
            for printer in [Printer::Kernel, Printer::Libbpf] {
                let options = TextOptions {
                    printer,
                    compact: flags & 1 != 0,
                    skip_names: flags & 2 != 0,
                    emit_zeroes: flags & 4 != 0,
                    ..TextOptions::default()
                };
                digest.debug(&text(&record, &options));
            }
            digest.debug(&json(&record, &JsonOptions { pretty: flags & 1 != 0, plain: flags & 2 != 0 }));
        }
    }
}

/// Reads the rows of a record and its values.
fn shown(record: &Record<'_>, digest: &mut Digest) {
    let open = Open { levels: 3, ..Open::default() };
    let view = View::new(*record);
    let all = view.rows(&open, 0..64);
    digest.debug(&(all.total, all.more));
    // The rows of a range must equal these rows of the whole list.
    let part = view.rows(&open, 5..9);
    assert_eq!(part.rows, all.rows.get(5.min(all.rows.len())..9.min(all.rows.len())).unwrap_or_default());
    for row in &all.rows {
        digest.debug(&(&row.name, &row.value, row.bit_offset, row.bits, row.repeats));
        let Some(own) = record.nth(row.record) else { continue };
        let Some(node) = own.find(&row.path) else { panic!("{:?} is not found", row.path) };
        let Shape::Scalar(scalar) = node.shape else { continue };
        // Setting a value to itself changes nothing, and any bits that are set are read back.
        assert_eq!(own.set(&node, &row.value).as_deref(), Ok(own.bytes()), "{row:?}");
        let turned = !scalar.raw & if scalar.bits >= 128 { u128::MAX } else { (1 << scalar.bits) - 1 };
        let Ok(changed) = own.set_bits(&node, turned) else { panic!("{row:?} cannot be set") };
        let again = Record::new(own.btf(), own.type_id(), &changed).map(|r| r.in_order(own.order()));
        let read = again.ok().and_then(|r| r.find(&row.path)).map(|n| n.shape);
        assert!(
            matches!(read, Some(Shape::Scalar(s)) if s.raw == turned && s.bits == scalar.bits),
            "{row:?}: {read:?}"
        );
    }
    for bit in [0, 1, 7, 8, 63, 1000, u64::MAX] {
        digest.debug(&record.at_bit(bit).map(|n| n.path));
    }
}

/// Recognises the form of a text and reads it; then reads the text as each form. A map dump that
/// was read is printed, and must read the same again.
///
/// # Panics
/// When results contradict each other.
pub fn pasted(bytes: &[u8], digest: &mut Digest) {
    use value::Form::{Base64, CArray, Gdb, Hex, HexDump, MapDumpJson, MapDumpPlain};
    for order in [Endian::Little, Endian::Big] {
        match recognise(bytes, order) {
            Ok(input) => {
                assert_eq!(read_as(input.form, bytes, order).as_ref(), Ok(&input));
                digest.debug(&input);
                dumped(&input, digest);
            }
            Err(e) => {
                assert!(e.range.start <= e.range.end && e.range.start <= bytes.len(), "{e:?}");
                digest.debug(&e.to_string());
            }
        }
    }
    for form in [Hex, Base64, CArray, HexDump { unit: 0 }, Gdb { unit: 0 }, MapDumpPlain, MapDumpJson] {
        digest.debug(&read_as(form, bytes, Endian::Big).map_err(|e| e.to_string()));
    }
}

/// Prints the entries of a map as bpftool does without BTF, and reads them back.
fn dumped(input: &Input, digest: &mut Digest) {
    // bpftool never prints these: entries without bytes in the key, empty values, values for no processor.
    let whole = |e: &MapEntry| match &e.value {
        Some(MapValue::One(value)) => !e.key.is_empty() && !value.is_empty(),
        Some(MapValue::PerCpu(each)) => {
            !e.key.is_empty() && !each.is_empty() && each.iter().all(|(_, value)| !value.is_empty())
        }
        None => !e.key.is_empty(),
    };
    if input.entries.is_empty() || !input.entries.iter().all(whole) {
        return;
    }
    let Ok(btf) = Btf::parse(crate::blob::Blob::new(crate::blob::Order::Little).build(), None) else { return };
    let types = MapTypes { btf: &btf, key: None, value: TypeId(1) };
    for style in [MapStyle::Bytes, MapStyle::Json, MapStyle::Pretty] {
        let (text, _) = map_dump(&types, &input.entries, &MapOptions { style, order: None });
        let again = recognise(text.as_bytes(), Endian::Little).map(|i| i.entries);
        assert_eq!(again.as_ref(), Ok(&input.entries), "{text}");
        digest.debug(&text);
    }
}
