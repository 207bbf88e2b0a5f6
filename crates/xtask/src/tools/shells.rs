//! The shells for which btfscope writes completions.

use super::{NEWEST, Source, Tool, Version};

/// Every Debian has it; elsewhere it may be another version.
pub const BASH: Tool = Tool {
    name: "bash",
    variable: None,
    programs: &["bash"],
    ask: &["--version"],
    versions: &[(Version(4, 4), NEWEST)],
    source: Source::Debian(&["bash"]),
    purpose: "completions are asked of it",
};

/// Completes by `compinit`, which comes with it.
pub const ZSH: Tool = Tool {
    name: "zsh",
    variable: None,
    programs: &["zsh"],
    ask: &["--version"],
    versions: &[(Version(5, 8), NEWEST)],
    source: Source::Debian(&["zsh"]),
    purpose: "completions are asked of it",
};

/// Prints what it would complete (`complete -C`).
pub const FISH: Tool = Tool {
    name: "fish",
    variable: None,
    programs: &["fish"],
    ask: &["--version"],
    versions: &[(Version(3, 1), NEWEST)],
    source: Source::Debian(&["fish"]),
    purpose: "completions are asked of it",
};
