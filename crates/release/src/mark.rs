//! Words in kernel names that identify a distribution.

/// A word such as `el8_10`, `deb13`, `fc40`, taken apart.
pub(crate) struct Mark<'a> {
    /// The distribution; empty for `el`, which several distributions use that are built from the same source.
    pub distribution: &'static str,
    /// The distribution's release: `13`; empty where the word has none.
    pub suite: &'a str,
    /// The part of the word that all kernels of that release share: `deb13`, `el8`.
    pub word: &'a str,
    /// `uek`: Oracle's own kernel.
    pub flavour: &'static str,
}

/// The start of a mark, its distribution, and whether the number after it is the release.
const MARKS: [(&str, &str, bool); 9] = [
    ("deb", "debian", true),
    ("el", "", true),
    ("fc", "fedora", true),
    ("amzn", "amzn", true),
    ("android", "android", true),
    ("oe", "openeuler", true),
    ("al", "alinux", true),
    ("an", "anolis", true),
    ("arch", "arch", false),
];

/// Reads a word as a mark.
pub(crate) fn mark(word: &str) -> Option<Mark<'_>> {
    let (start, distribution, has_suite) = MARKS.iter().find(|(start, ..)| {
        word.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })?;
    let rest = word.get(start.len()..)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (suite, behind) = rest.split_at(digits);
    let uek = *start == "el" && behind.ends_with("uek");
    Some(Mark {
        distribution: if uek { "ol" } else { distribution },
        suite: if *has_suite { suite } else { "" },
        word: if *has_suite { word.get(..start.len() + digits)? } else { start },
        flavour: if uek { "uek" } else { "" },
    })
}

/// The distribution that a word names or implies.
pub(crate) fn by_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "flatcar" => "flatcar",
        "talos" => "talos",
        "microsoft" | "WSL2" => "wsl",
        _ => return None,
    })
}

/// The flavours of Ubuntu's kernels.
pub(crate) fn is_ubuntu_flavour(word: &str) -> bool {
    const WORDS: [&str; 15] = [
        "generic",
        "lowlatency",
        "aws",
        "azure",
        "gcp",
        "gke",
        "gkeop",
        "ibm",
        "kvm",
        "oem",
        "oracle",
        "raspi",
        "raspi2",
        "nvidia",
        "realtime",
    ];
    WORDS.contains(&word)
}

/// The distribution of a folder of BTFHub (`DISTRIBUTION/SUITE/ARCH/RELEASE.btf.tar.xz`).
pub(crate) fn of_folder(word: &str) -> Option<&'static str> {
    const FOLDERS: [&str; 9] = ["amzn", "centos", "debian", "fedora", "ol", "rhel", "rocky", "sles", "ubuntu"];
    FOLDERS.into_iter().find(|f| *f == word)
}

/// Whether a distribution, given by name or mark, backports BPF of later versions into its kernels.
pub(crate) fn backports(distribution: &str, mark: &str) -> bool {
    const THOSE: [&str; 12] = [
        "rhel",
        "centos",
        "rocky",
        "alma",
        "almalinux",
        "ol",
        "oracle",
        "sles",
        "opensuse-leap",
        "amzn",
        "amazon",
        "openeuler",
    ];
    let others = ["alinux", "anolis"];
    let el = mark.strip_prefix("el").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    el || THOSE.contains(&distribution) || others.contains(&distribution)
}

/// Whether the third number in its names is the patch level. In others it stays at the start of the series.
pub(crate) fn says_patch(distribution: &str) -> bool {
    matches!(distribution, "fedora" | "amzn" | "arch" | "alpine" | "android" | "wsl" | "flatcar" | "talos")
}
