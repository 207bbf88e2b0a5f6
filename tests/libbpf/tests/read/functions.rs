//! Functions: on each kernel, the programs for its own prototype of a function load. The programs for a function that
//! the kernel lacks do not.

use std::collections::{BTreeMap, BTreeSet};

use needs::Load;
use read::{Code, Failed, function};
use tests::extended::{is_extended, seed};

use crate::kernels::{Beside, Random, judged};

/// Functions that people attach to: with one prototype and with several, and functions that come and go.
pub const FAMOUS: [&str; 12] = [
    "vfs_rename",
    "do_unlinkat",
    "tcp_sendmsg",
    "tcp_v4_connect",
    "vfs_read",
    "filename_lookup",
    "security_inode_create",
    "security_inode_getattr",
    "vfs_mkdir",
    "kfree_skb_reason",
    "wake_up_new_task",
    "ip_rcv",
];

/// How many kernels the plain run takes.
const KERNELS: usize = 12;

/// The types of the arguments of a code's entry programs, each by the end of the program's name: `_6_1` of
/// `task_entry_6_1`.
pub fn entries(code: &Code, name: &str) -> BTreeMap<String, String> {
    let start = format!("int BPF_PROG({name}_entry");
    let lines = code.functions.lines().filter_map(|line| line.strip_prefix(&start));
    let entry = |line: &str| {
        let (flavour, arguments) =
            line.trim_end_matches(')').split_once(", ").unwrap_or((line.trim_end_matches(')'), ""));
        // Names of arguments differ between kernels of one prototype.
        let types = arguments.split(", ").map(|argument| argument.trim_end_matches(char::is_alphanumeric).to_owned());
        let types: Vec<String> = types.map(|t| t.trim_end_matches('_').to_owned()).collect();
        (flavour.to_owned(), types.join(", "))
    };
    lines.map(entry).collect()
}

/// The code as an object in which every function reads all of its arguments. Only the programs of this flavour are
/// loaded.
pub fn program(code: &Code, name: &str, flavour: &str) -> String {
    let mut out = format!("{}\nlong sum;\n{}", code.includes, code.types);
    let mut names: Vec<String> = Vec::new();
    for line in code.functions.lines() {
        if let Some(rest) = line.strip_prefix("int BPF_PROG(").or_else(|| line.strip_prefix("int BPF_KPROBE(")) {
            let last = |argument: &str| argument.rsplit([' ', '*']).next().unwrap_or_default().to_owned();
            names = rest.trim_end_matches(')').split(", ").skip(1).map(last).collect();
        }
        if line == "\treturn 0;" {
            for name in &names {
                out.push_str(&format!("\tsum += (long){name};\n"));
            }
        }
        out.push_str(line);
        out.push('\n');
    }
    for of in ["entry", "exit", "probe"] {
        // `SEC("?..` stands in the line before the function.
        let function = format!("({name}_{of}{flavour}");
        let at = out
            .match_indices(&function)
            .map(|(at, _)| at)
            .find(|at| out[at + function.len()..].starts_with([',', ')']));
        let section = at.and_then(|at| out[..at].rfind("SEC(\"")).expect("a section before each function");
        if out[section..].starts_with("SEC(\"?") {
            out.replace_range(section..section + 6, "SEC(\"");
        }
    }
    out + "char LICENSE[] SEC(\"license\") = \"GPL\";\n"
}

#[test]
fn the_programs_of_a_prototype_load_where_the_function_has_it() {
    let Some(beside) = Beside::of("functions") else { return };
    let (atlas, names) = (&beside.atlas, &beside.names);
    let mut random = Random(seed(43));
    // The registers of kprobe programs are those of x86-64.
    let all: Vec<u32> = (0u32..).zip(atlas.kernels()).filter(|(_, k)| k.arch == "amd64").map(|(k, _)| k).collect();
    let asked: BTreeSet<u32> = match is_extended() {
        true => all.into_iter().collect(),
        false => (0..KERNELS).map(|_| all[random.below(all.len())]).collect(),
    };
    let kernels: Vec<(u32, needs::Kernel)> = asked.into_iter().map(|k| (k, beside.kernel(k).1)).collect();
    let (mut loads, mut without, mut several) = (0, 0, 0);
    for name in FAMOUS {
        let code = function(atlas, name, None, &|_| true).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let entries = entries(&code, name);
        assert_eq!(entries.len() as u32, code.forms, "{name}: {entries:?}");
        several += usize::from(code.forms > 1);
        let mut objects: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        for flavour in entries.keys() {
            for (_, object) in beside.compiled(&program(&code, name, flavour), name) {
                objects.insert(flavour, object);
            }
        }
        for (k, kernel) in &kernels {
            let of = function(atlas, name, None, &|about| std::ptr::eq(about, &atlas.kernels()[*k as usize]));
            let here = match of {
                Ok(code) => Some(self::entries(&code, name).into_values().next().expect("a prototype")),
                Err(Failed::NoType) => None,
                Err(why) => panic!("{name} on {}: {why:?}", names[*k as usize]),
            };
            let fits = |types: &String| here.as_ref() == Some(types);
            assert!(
                here.is_none() || entries.values().filter(|types| fits(types)).count() == 1,
                "{name}: {here:?} {entries:?}"
            );
            for (flavour, types) in &entries {
                let load = judged(&objects[flavour.as_str()], kernel);
                let said = format!("{name}{flavour} on {}: {load:?}", names[*k as usize]);
                if fits(types) {
                    assert_eq!(load, Load::Loads, "{said}");
                    loads += 1;
                } else if here.is_none() {
                    assert_ne!(load, Load::Loads, "{said}");
                    without += 1;
                }
            }
        }
    }
    assert!(loads > 50 && without > 2 && several > 1, "{loads} {without} {several}");
    println!(
        "{} functions ({several} with several prototypes): {loads} times loaded, {without} times the function is missing",
        FAMOUS.len()
    );
}
