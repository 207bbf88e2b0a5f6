//! A sentence that says on which kernels a program's relocations keep it from loading.

use text::counted;

use crate::words::apart;

/// The results of a program's relocations on a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnKernel {
    /// The name of the kernel.
    pub name: String,
    /// Whether the program can load there at all, given its byte order and architecture.
    pub loads: bool,
    /// Relocations that fail and whose instructions are reached: the section, and libbpf's number in it.
    pub failing: Vec<(String, u32)>,
    /// How many relocations have an unknown result: a module, which is not known, may have their types.
    pub unknown: usize,
}

/// Why libbpf applies no relocation of an object on any kernel, as a sentence without its full stop. Either it does
/// not open the object, or it ignores the object's types or records, so that programs use the offsets of their own
/// headers. None if libbpf applies the relocations.
pub fn not_applied(opened: &open::Opened) -> Option<String> {
    if let Some(refusal) = &opened.refusal {
        return Some(format!("libbpf does not open the object, and loads it on no kernel: {}", refusal.why()));
    }
    let refusal = opened.unrelocated()?;
    let part = if opened.without_btf.is_some() { ".BTF" } else { ".BTF.ext" };
    Some(format!(
        "libbpf goes on without {part} and applies no relocation; programs read at the offsets of their own headers: {}",
        refusal.why()
    ))
}

/// The kernels on which no relocation keeps the program from loading, and the failures on the others: `relocations
/// load on 5.10, 6.1; on 7.2 relocation 4 is reached and fails`. Numbers are those in libbpf's log; unless
/// `one_section`, the name of the section is added. Empty without kernels.
pub fn headline(kernels: &[OnKernel], one_section: bool) -> String {
    let names: Vec<&str> = kernels.iter().map(|k| k.name.trim_end_matches(".btf")).collect();
    let names = apart(&names);
    let (mut fine, mut parts) = (Vec::new(), Vec::new());
    for (kernel, name) in kernels.iter().zip(&names) {
        let name = name.trim_start_matches('…');
        match (kernel.loads, kernel.failing.as_slice()) {
            (false, _) => parts.push(format!("cannot load on {name}")),
            (true, []) if kernel.unknown > 0 => {
                parts.push(format!("on {name} the result of {} is unknown", counted(kernel.unknown, "relocation")));
            }
            (true, []) => fine.push(name),
            (true, [(section, number)]) => {
                let of = if one_section { String::new() } else { format!(" of {section}") };
                parts.push(format!("on {name} relocation {number}{of} is reached and fails"));
            }
            (true, failing) => parts.push(format!("on {name} {} relocations are reached and fail", failing.len())),
        }
    }
    if !fine.is_empty() {
        parts.insert(0, format!("relocations load on {}", fine.join(", ")));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(name: &str, failing: &[u32]) -> OnKernel {
        let failing = failing.iter().map(|&n| ("kprobe/a".to_owned(), n)).collect();
        OnKernel { name: name.to_owned(), loads: true, failing, unknown: 0 }
    }

    #[test]
    fn it_says_where_and_which() {
        assert_eq!(headline(&[], true), "");
        let kernels = [on("vmlinux-5.10.btf", &[]), on("vmlinux-6.1.btf", &[]), on("vmlinux-7.2.btf", &[4])];
        assert_eq!(headline(&kernels, true), "relocations load on 5.10, 6.1; on 7.2 relocation 4 is reached and fails");
        assert!(headline(&kernels, false).ends_with("on 7.2 relocation 4 of kprobe/a is reached and fails"));
        let same = [
            on("vmlinux · 82,325 types", &[]),
            on("vmlinux · 100,628 types", &[]),
            on("linux-6.1", &[]),
            on("linux-6.2", &[]),
        ];
        let fine = "relocations load on vmlinux · 82,325 types, vmlinux · 100,628 types, 6.1, 6.2";
        assert_eq!(headline(&same, true), fine);
        let other = OnKernel { loads: false, ..on("s390x", &[1]) };
        assert_eq!(
            headline(&[on("a", &[0, 1]), other], true),
            "on a 2 relocations are reached and fail; cannot load on s390x"
        );
        let unsure = OnKernel { unknown: 1, ..on("b", &[]) };
        assert_eq!(
            headline(&[on("a", &[]), unsure], true),
            "relocations load on a; on b the result of 1 relocation is unknown"
        );
    }
}
