//! Words in kernel names that identify a distribution.

/// A word such as `el8_10`, `deb13`, `fc40`, taken apart.
pub(crate) struct Mark<'a> {
    /// The distribution; empty for `el`, which RHEL shares with the distributions built from its source.
    pub distribution: &'static str,
    /// The distribution's release: `13`; empty where the word has none.
    pub suite: &'a str,
    /// The part of the word that all kernels of that release share: `deb13`, `el8`. If the word has no release, the
    /// part that all kernels of the distribution share: `arch`.
    pub word: &'a str,
    /// `uek` for Oracle's own kernel, `zen` and `hardened` for Arch's; empty for all others.
    pub flavour: &'static str,
}

/// The start of a mark, its distribution, and whether the number after the start is the distribution's release.
const MARKS: [(&str, &str, bool); 15] = [
    ("deb", "debian", true),
    ("el", "", true),
    ("fc", "fedora", true),
    ("amzn", "amzn", true),
    ("android", "android", true),
    ("oe", "openeuler", true),
    ("al", "alinux", true),
    ("an", "anolis", true),
    ("arch", "arch", false),
    ("zen", "arch", false),
    ("hardened", "arch", false),
    ("kali", "kali", false),
    ("azl", "azurelinux", true),
    ("cm", "azurelinux", true),
    ("ph", "photon", true),
];

/// Reads a word as a mark: a start of [`MARKS`] with a digit behind it.
pub(crate) fn mark(word: &str) -> Option<Mark<'_>> {
    let (start, distribution, has_suite) = MARKS.iter().find(|(start, ..)| {
        word.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })?;
    let rest = word.get(start.len()..)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (suite, behind) = rest.split_at(digits);
    if *start == "cm" && !matches!(word, "cm1" | "cm2") {
        // Mariner had two releases; `cm4` is the name of a board.
        return None;
    }
    let uek = *start == "el" && behind.ends_with("uek");
    Some(Mark {
        distribution: if uek { "ol" } else { distribution },
        suite: if *has_suite { suite } else { "" },
        word: if *has_suite { word.get(..start.len() + digits)? } else { start },
        flavour: match *start {
            _ if uek => "uek",
            "zen" => "zen",
            "hardened" => "hardened",
            _ => "",
        },
    })
}

/// The distribution that a word names or implies.
pub(crate) fn by_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "flatcar" => "flatcar",
        "talos" => "talos",
        "coreos" => "coreos",
        "bottlerocket" => "bottlerocket",
        "elrepo" => "elrepo",
        "bpo" => "debian",
        "pve" => "proxmox",
        "microsoft" | "WSL2" => "wsl",
        _ => return None,
    })
}

/// Whether a word is a flavour of Ubuntu's kernels.
pub(crate) fn is_ubuntu_flavour(word: &str) -> bool {
    const WORDS: [&str; 30] = [
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
        "intel",
        "iotg",
        "xilinx",
        "zynqmp",
        "bluefield",
        "tegra",
        "laptop",
        "starfive",
        "allwinner",
        "fips",
        "euclid",
        "snapdragon",
        "dell300x",
        "qcom",
        "cascade",
    ];
    WORDS.contains(&word)
}

/// The distribution of a folder of BTFHub (`DISTRIBUTION/SUITE/ARCH/RELEASE.btf.tar.xz`).
pub(crate) fn of_folder(word: &str) -> Option<&'static str> {
    const FOLDERS: [&str; 33] = [
        "alinux",
        "alma",
        "almalinux",
        "alpine",
        "amazon",
        "amzn",
        "android",
        "anolis",
        "arch",
        "azurelinux",
        "bottlerocket",
        "centos",
        "centos-stream",
        "cos",
        "debian",
        "fedora",
        "flatcar",
        "kali",
        "mainline",
        "mariner",
        "ol",
        "openeuler",
        "opensuse",
        "opensuse-leap",
        "opensuse-tumbleweed",
        "oracle",
        "photon",
        "rhel",
        "rocky",
        "sles",
        "talos",
        "ubuntu",
        "wsl",
    ];
    FOLDERS.into_iter().find(|f| *f == word)
}

/// The distribution that made a package, by the vendor, distribution or maintainer that the package's header names.
/// `None` if the text names no known distribution.
pub fn of_vendor(vendor: &str) -> Option<&'static str> {
    const VENDORS: [(&str, &str); 17] = [
        ("Debian", "debian"),
        ("Ubuntu", "ubuntu"),
        ("Canonical", "ubuntu"),
        ("Kali", "kali"),
        ("Proxmox", "proxmox"),
        ("CentOS", "centos"),
        ("Rocky", "rocky"),
        ("AlmaLinux", "alma"),
        ("Oracle", "ol"),
        ("Fedora", "fedora"),
        ("Amazon", "amzn"),
        ("openSUSE Tumbleweed", "opensuse-tumbleweed"),
        ("openSUSE", "opensuse-leap"),
        ("SUSE", "sles"),
        ("openEuler", "openeuler"),
        ("VMware", "photon"),
        ("Red Hat", "rhel"),
    ];
    VENDORS.into_iter().find(|(name, _)| vendor.contains(name)).map(|(_, distribution)| distribution)
}

/// Whether a distribution, given by name or mark, backports BPF of later versions into its kernels.
pub(crate) fn backports(distribution: &str, mark: &str) -> bool {
    const THOSE: [&str; 14] = [
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
        "alinux",
        "anolis",
    ];
    let el = mark.strip_prefix("el").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    // ELRepo packs upstream's kernels for RHEL.
    distribution != "elrepo" && (el || THOSE.contains(&distribution))
}

/// Whether the third number in the names of a distribution's kernels is always the patch level. Names of other
/// distributions may keep the third number that the series started with.
pub(crate) fn says_patch(distribution: &str) -> bool {
    const THOSE: [&str; 15] = [
        "fedora",
        "amzn",
        "arch",
        "alpine",
        "android",
        "azurelinux",
        "wsl",
        "flatcar",
        "talos",
        "coreos",
        "bottlerocket",
        "cos",
        "elrepo",
        "photon",
        "opensuse-tumbleweed",
    ];
    THOSE.contains(&distribution)
}
