//! Names of architectures.

/// Debian's name for an architecture: `amd64` for `x86_64`. A word that is not known is returned as it is.
pub fn debian_arch(word: &str) -> &str {
    match word {
        "x86_64" | "x86-64" => "amd64",
        "i386" | "i486" | "i586" | "i686" | "x86" => "i386",
        "aarch64" => "arm64",
        "arm" => "armhf",
        "ppc64le" | "powerpc64le" => "ppc64el",
        "powerpc64" => "ppc64",
        "loongarch64" | "loongarch" => "loong64",
        "loongarch32" => "loong32",
        "s390" => "s390x",
        "mips64" | "mips64le" => "mips64el",
        word => word,
    }
}

/// Words for architectures in the names of kernels. Debian's flavours `armmp` and `686` each imply an architecture.
const WORDS: [&str; 24] = [
    "amd64",
    "x86_64",
    "x86_64_v2",
    "x86_64_v3",
    "arm64",
    "aarch64",
    "s390x",
    "riscv64",
    "ppc64el",
    "ppc64le",
    "ppc64",
    "powerpc64le",
    "powerpc64",
    "armhf",
    "armv7l",
    "armv7hl",
    "armmp",
    "i386",
    "i586",
    "i686",
    "686",
    "loong64",
    "loongarch64",
    "mips64el",
];

/// Whether a word of a name is an architecture.
pub(crate) fn is_arch(word: &str) -> bool {
    WORDS.contains(&word)
}

/// Debian's name for the architecture of a word.
pub(crate) fn arch_of(word: &str) -> &str {
    match word {
        "armmp" | "armv7l" | "armv7hl" => "armhf",
        "686" => "i386",
        // AlmaLinux and others build for levels of the architecture.
        "x86_64_v2" | "x86_64_v3" => "amd64",
        word => debian_arch(word),
    }
}

/// Whether the names of Debian's kernels use the word. Other distributions write `x86_64` for `amd64` and `aarch64` for
/// `arm64`, but they, too, write `s390x` and `riscv64`.
pub(crate) fn is_debians(word: &str) -> bool {
    matches!(word, "amd64" | "arm64" | "ppc64el" | "powerpc64le" | "armmp" | "686" | "loong64" | "riscv64" | "s390x")
}
