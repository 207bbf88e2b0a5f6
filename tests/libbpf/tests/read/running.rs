//! The code that crate `read` makes is loaded and run in the running kernel. The values that it reads are compared with
//! those that user space knows.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

use btf::Btf;
use libbpf_tests::load::load;
use libbpf_tests::run::{NotRun, run};
use needs::{Kernel, Load, Modules, Release};
use read::{INCLUDES, Options, field, function};
use relate::FieldPath;
use tests::extended::is_extended;

use crate::functions::{FAMOUS, program};
use crate::kernels::{Beside, judged};

/// The running kernel: its BTF, and the kernel as `needs::check` takes it.
fn running() -> (Btf, Kernel) {
    let bytes = fs::read("/sys/kernel/btf/vmlinux").expect("this kernel's BTF");
    let btf = || Btf::parse(bytes.clone(), None).expect("BTF");
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("a release");
    (btf(), Kernel::new(Release::parse(release.trim()), Arc::new(btf()), Modules::Absent))
}

/// Reads fields in the running kernel, with the code that crate `read` makes for them.
struct Reader {
    beside: Beside,
    header: std::path::PathBuf,
}

impl Reader {
    /// The number that the code reads from the struct at the address `from`, or else from the current task.
    fn number(&self, path: &str, from: Option<u64>) -> Result<u64, NotRun> {
        Ok(u64::from_le_bytes(self.bytes(path, from)?[..8].try_into().expect("eight bytes")))
    }

    /// The bytes that the code reads: those of a number, or those of a field that it copies.
    fn bytes(&self, path: &str, from: Option<u64>) -> Result<Vec<u8>, NotRun> {
        let parsed = FieldPath::parse(path).expect("a path");
        let code = field(&self.beside.atlas, &parsed, Options::default(), false, &|_| true).expect("code");
        let text = code.text();
        let heading = text.lines().find(|line| line.contains("read_") && line.ends_with("*from)")).expect("a function");
        let name = heading.split('(').next().and_then(|head| head.rsplit([' ', '*']).next()).unwrap_or_default();
        let copies = heading.contains("(void *to");
        let call = match copies {
            true => format!("{name}(&out, sizeof(out), from)"),
            false => format!("out.value = (__u64){name}(from)"),
        };
        self.run(&text, &call, path, from)
    }

    /// The address that is stored at an address.
    fn pointer(&self, at: u64) -> Result<u64, NotRun> {
        let call = "bpf_probe_read_kernel(&out.value, 8, from)";
        Ok(u64::from_le_bytes(self.run("", call, "pointer", Some(at))?[..8].try_into().expect("eight bytes")))
    }

    fn run(&self, text: &str, call: &str, name: &str, from: Option<u64>) -> Result<Vec<u8>, NotRun> {
        let source = format!(
            "{INCLUDES}\n{text}\nstruct {{ __u64 value; char room[56]; }} out;\nSEC(\"raw_tp/sched_switch\")\nint on(unsigned long long *ctx)\n{{\n\tvoid *from = ctx[0] ? (void *)ctx[0] : (void *)bpf_get_current_task();\n\n\t{call};\n\treturn 0;\n}}\nchar LICENSE[] SEC(\"license\") = \"GPL\";\n"
        );
        let object = self.beside.compile(&source, name, &self.header);
        run(&object, "on", &[from.unwrap_or(0)])
    }
}

/// A field of `/proc/thread-self/stat`, counted from one as in proc(5).
fn stat(field: usize) -> u64 {
    let text = fs::read_to_string("/proc/thread-self/stat").expect("stat");
    // The name may have blanks; the third field follows the parenthesis that ends the name.
    let after = text.rsplit_once(')').expect("a name").1;
    after.split_whitespace().nth(field - 3).and_then(|text| text.parse().ok()).expect("a number")
}

#[test]
fn the_running_kernel_has_the_values_that_user_space_knows() {
    if !is_extended() {
        return;
    }
    let Some(beside) = Beside::of("running") else { return };
    let (btf, _) = running();
    let header = beside.header_of("here", &btf);
    let reader = Reader { beside, header };
    if reader.number("task_struct.pid", None) == Err(NotRun::NotPermitted) {
        return tests::skip("loading BPF programs is not permitted");
    }
    let number =
        |path: &str, from: Option<u64>| reader.number(path, from).unwrap_or_else(|why| panic!("{path}: {why:?}"));
    let of_task = |path: &str| number(path, None);

    let thread = fs::read_link("/proc/thread-self").expect("a thread");
    let thread: u64 = thread.file_name().and_then(|name| name.to_str()?.parse().ok()).expect("its id");
    assert_eq!(of_task("task_struct.pid"), thread);
    assert_eq!(of_task("task_struct.tgid"), u64::from(std::process::id()));
    assert_eq!(of_task("task_struct.real_parent.tgid"), stat(4));
    assert_eq!(of_task("task_struct.__state"), 0, "this thread runs");
    let comm = reader.bytes("task_struct.comm", None).expect("a name");
    let known = fs::read_to_string("/proc/thread-self/comm").expect("a name");
    assert_eq!(comm.split(|byte| *byte == 0).next(), Some(known.trim_end().as_bytes()));
    // `stat` has the time in ticks of 10 ms.
    assert_eq!(of_task("task_struct.start_boottime") / 10_000_000, stat(22));
    assert_eq!(of_task("task_struct.mm.arg_start"), stat(48));
    let namespace = fs::read_link("/proc/thread-self/ns/net").expect("a namespace");
    assert_eq!(format!("net:[{}]", of_task("task_struct.nsproxy.net_ns.ns.inum")), namespace.to_string_lossy());
    // The id of a cgroup is the inode of its folder in the unified hierarchy.
    let groups = fs::read_to_string("/proc/thread-self/cgroup").expect("cgroups");
    let path = groups.lines().find_map(|line| line.strip_prefix("0::")).expect("a unified cgroup");
    let mounts = fs::read_to_string("/proc/self/mounts").expect("mounts");
    let mount = mounts.lines().filter_map(|line| line.split(' ').nth(1).filter(|_| line.contains(" cgroup2 "))).next();
    match mount {
        Some(mount) => {
            let inode = fs::metadata(format!("{mount}{path}")).expect("its folder").ino();
            assert_eq!(of_task("task_struct.cgroups.dfl_cgrp.kn.id"), inode);
        }
        None => tests::skip("cgroup2 is not mounted"),
    }

    let own = std::env::temp_dir().join(format!("btfscope-read-{}", std::process::id()));
    fs::write(&own, "0123456789").expect("a file");
    let mut file = File::open(&own).expect("a file");
    file.seek(SeekFrom::Start(7)).expect("a position");
    let facts = file.metadata().expect("its facts");
    let table = of_task("task_struct.files.fdt.fd");
    let open = |fd: i32| reader.pointer(table + fd as u64 * 8).expect("a file");
    let at = open(file.as_raw_fd());
    assert_eq!(number("file.f_pos", Some(at)), 7);
    assert_eq!(number("file.f_inode.i_ino", Some(at)), facts.ino());
    let inode = number("file.f_inode", Some(at));
    assert_eq!(number("inode.i_mtime_sec", Some(inode)), facts.mtime() as u64);
    assert_eq!(number("inode.i_size", Some(inode)), facts.len());
    fs::remove_file(&own).expect("removed");

    let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
    let socket = number("file.private_data", Some(open(client.as_raw_fd())));
    let sock = number("socket.sk", Some(socket));
    assert_eq!(number("sock.__sk_common.skc_num", Some(sock)), u64::from(client.local_addr().expect("ours").port()));
    let remote = client.peer_addr().expect("theirs").port();
    assert_eq!(number("sock.__sk_common.skc_dport", Some(sock)), u64::from(remote.to_be()));
    assert_eq!(number("sock.sk_protocol", Some(sock)), 6, "TCP");
    println!("the values that were read in the running kernel are those of user space");
}

#[test]
fn the_running_kernel_loads_the_programs_that_are_said_to_load() {
    if !is_extended() {
        return;
    }
    let Some(beside) = Beside::of("running-functions") else { return };
    let (btf, kernel) = running();
    let header = beside.header_of("here", &btf);
    let (mut loaded, mut refused) = (0, 0);
    for name in FAMOUS {
        let code = function(&beside.atlas, name, None, &|_| true).expect("code");
        for flavour in crate::functions::entries(&code, name).into_keys() {
            let object = beside.compile(&program(&code, name, &flavour), name, &header);
            let says = judged(&object, &kernel);
            for (section, of) in [("fentry", "entry"), ("fexit", "exit")] {
                let found = load(&object, &format!("{section}/{name}"), &format!("{name}_{of}{flavour}"));
                if found.not_permitted {
                    return tests::skip("loading BPF programs is not permitted");
                }
                let said = format!("{name}_{of}{flavour}: {says:?}\n{}", found.log);
                match says {
                    Load::Loads | Load::Fallback => assert!(found.ok, "{said}"),
                    Load::Fails => assert!(!found.ok, "{said}"),
                    other => println!("{name}{flavour}: {other:?}, the kernel: {}", found.ok),
                }
                loaded += usize::from(found.ok);
                refused += usize::from(!found.ok);
            }
        }
    }
    assert!(loaded > 10 && refused > 0, "{loaded} {refused}");
    println!("{loaded} programs load in the running kernel and {refused} do not, as was said");
}
