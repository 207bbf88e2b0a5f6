//! Judges a blob by the rules of each kernel version that is offered. The blob is the input itself, or the input
//! without its first byte, or is made from these bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::{exercise, generate, records, special_fields};

fuzz_target!(|data: &[u8]| match data {
    [0x9f, 0xeb, ..] | [0xeb, 0x9f, ..] => exercise::judged(data),
    [choice, rest @ ..] => exercise::judged(&match choice % 4 {
        0 => rest.to_vec(),
        1 => generate::blob(rest),
        2 => records::blob(rest),
        _ => special_fields::blob(rest),
    }),
    [] => exercise::judged(data),
});
