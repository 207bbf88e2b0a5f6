//! The shells for which btfscope writes completions.

use super::{NEWEST, Source, Tool, Version};

/// Every Debian has this shell; elsewhere its version may differ.
pub const BASH: Tool = Tool {
    name: "bash",
    variable: None,
    programs: &["bash"],
    ask: &["--version"],
    versions: &[(Version(4, 4), NEWEST)],
    source: Source::Debian(&["bash"]),
    purpose: "completions are tested in it",
};

/// Completes with `compinit`, which is part of zsh.
pub const ZSH: Tool = Tool {
    name: "zsh",
    variable: None,
    programs: &["zsh"],
    ask: &["--version"],
    versions: &[(Version(5, 8), NEWEST)],
    source: Source::Debian(&["zsh"]),
    purpose: "completions are tested in it",
};

/// Prints its completions of a line (`complete -C`).
pub const FISH: Tool = Tool {
    name: "fish",
    variable: None,
    programs: &["fish"],
    ask: &["--version"],
    versions: &[(Version(3, 1), NEWEST)],
    source: Source::Debian(&["fish"]),
    purpose: "completions are tested in it",
};
