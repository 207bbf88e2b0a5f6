//! The output of the disassemblers: pieces of text with their meaning.

/// The meaning of a piece of a printed instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AsmKind {
    /// A word for the operation: `goto`, `call`, `exit`, `if`, `lock`.
    Keyword,
    /// A register: `r1`, `w0`.
    Register,
    /// A number: an immediate, an offset.
    Number,
    /// The type of a memory access or of a cast: `u64`, `(s8)`.
    Type,
    /// The name of a helper or another function; in [`crate::llvm_listing`], of any symbol.
    Function,
    /// The target of a jump or call, as a distance: `pc+3`, `+0x3`. In LLVM's notation also a helper's number.
    Target,
    /// Operators and punctuation.
    Punct,
    /// Code that is no valid instruction.
    Unknown,
}

/// The receiver of the disassemblers' output.
pub trait AsmSink {
    /// Takes the next piece. The joined pieces are the whole text.
    fn put(&mut self, kind: AsmKind, text: &str);
}

impl AsmSink for String {
    fn put(&mut self, _: AsmKind, text: &str) {
        self.push_str(text);
    }
}

impl AsmSink for Vec<(AsmKind, String)> {
    fn put(&mut self, kind: AsmKind, text: &str) {
        self.push((kind, text.to_owned()));
    }
}

/// Shorthands by which the disassemblers write pieces.
pub(crate) struct Writer<'a>(pub(crate) &'a mut dyn AsmSink);

impl Writer<'_> {
    pub(crate) fn word(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Keyword, text);
        self
    }

    pub(crate) fn punct(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Punct, text);
        self
    }

    pub(crate) fn number(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Number, text);
        self
    }

    pub(crate) fn target(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Target, text);
        self
    }

    pub(crate) fn ty(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Type, text);
        self
    }

    pub(crate) fn function(&mut self, text: &str) -> &mut Self {
        self.0.put(AsmKind::Function, text);
        self
    }

    pub(crate) fn unknown(&mut self, text: &str) {
        self.0.put(AsmKind::Unknown, text);
    }

    /// A register: `w` for its lower half, else `r`.
    pub(crate) fn reg(&mut self, half: bool, number: u8) -> &mut Self {
        const R: [&str; 16] =
            ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];
        const W: [&str; 16] =
            ["w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "w10", "w11", "w12", "w13", "w14", "w15"];
        let names = if half { &W } else { &R };
        self.0.put(AsmKind::Register, names[usize::from(number & 0xf)]);
        self
    }
}
