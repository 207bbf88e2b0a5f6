//! The page's own samples: compiled from the fixtures' C, loaded from beside the page on a click.

/// A sample.
pub struct Sample {
    /// Its name in addresses.
    pub name: &'static str,
    /// What its card is called.
    pub title: &'static str,
    /// What its card says.
    pub text: &'static str,
    /// How large it is.
    pub size: &'static str,
    /// Its file.
    pub file: &'static str,
    /// The type that is shown first.
    pub start: &'static str,
}

/// All samples.
pub const SAMPLES: &[Sample] = &[Sample {
    name: "program",
    title: "A small BPF program",
    text: "Bitfields, holes, unions, function pointers, a map, CO-RE: the lines beside, compiled.",
    size: "6.6 KB",
    file: "sample.bpf.o",
    start: "tcp_segment",
}];

/// The source that the landing page shows beside the sample's card.
const SOURCE: &str = include_str!("../../static/samples/sample.bpf.c");

/// Some lines of the sample's source: its types.
pub fn excerpt() -> &'static str {
    let start = SOURCE.find("// The first bytes").unwrap_or(0);
    let end = SOURCE.find("// How a protocol").unwrap_or(SOURCE.len());
    SOURCE.get(start..end).unwrap_or(SOURCE).trim_end()
}
