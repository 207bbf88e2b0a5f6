//! All calls, in libbpf's order (`bpf_object_prepare`, `bpf_object__load_progs`): the BTF, the maps, the programs.

use std::sync::Arc;

use bpf::{Function, Object, program_type};
use btf::Btf;
use verdict::{Version, libbpf};

use crate::ask;
use crate::call::{Call, Command, Value, kernel, object_of};
use crate::maps::{self, Made, MadeOf};
use crate::program::Loaded;

/// The section of functions that libbpf does not treat as programs.
const SUBPROGRAMS: &str = ".text";

/// The calls for an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// The calls that load it.
    pub load: Vec<Call>,
    /// The calls by which a tool, such as bpftool, then looks at the first program and the first map that were loaded
    /// with BTF.
    pub ask: Vec<Call>,
    /// The BTF that is loaded.
    pub btf: Vec<u8>,
    /// Notes, as sentences without capital and full stop: for example, why libbpf would not load the object, or which
    /// parts of it libbpf ignores.
    pub notes: Vec<String>,
}

/// The calls for an object on a kernel of this version. `name` is the name of the object's file; libbpf takes the part
/// up to the first dot as the object's name.
pub fn calls(object: &Object, name: &str, version: Version) -> Calls {
    let opened = open::open(object.bytes(), object_of(name));
    if let Some(refusal) = &opened.refusal {
        let note = format!("libbpf does not open the object and calls nothing: {}: {}", refusal.errno, refusal.why());
        return Calls { notes: vec![note], ..Calls::default() };
    }
    let without = object_without(object, &opened);
    let object = without.as_ref().unwrap_or(object);
    let mut make = Make { object, version, calls: Calls::default(), btf: None, btf_call: None };
    for (part, refusal) in [(".BTF", &opened.without_btf), (".BTF.ext", &opened.without_ext)] {
        if let Some(refusal) = refusal {
            make.calls.notes.push(format!("libbpf goes on without {part}: {}", refusal.why()));
        }
    }
    let by_itself = |l: &&open::LoadRefusal| l.program.as_ref().is_none_or(|(section, _)| !section.starts_with('?'));
    let refusals = || opened.load.iter().filter(by_itself);
    if let Some(l) = refusals().find(|l| !l.is_at_its_turn()) {
        make.calls.notes.push(format!("libbpf gives up before it asks the kernel: {}", l.refusal.why()));
        return make.calls;
    }
    // All others are at a program's turn; libbpf comes to the first of them only.
    if let Some(l) = refusals().next() {
        let when = "after the calls for maps and earlier programs";
        make.calls.notes.push(format!("libbpf gives up at a program, {when}: {}", l.refusal.why()));
    }
    make.load_btf();
    make.create_maps(object_of(name));
    make.load_programs();
    let next = make.calls.load.len() + 1;
    make.calls.ask = ask::calls(next, &make.calls.load);
    make.calls
}

/// The object without the parts that libbpf ignores because it cannot read them; `None` if libbpf reads all parts.
fn object_without(object: &Object, opened: &open::Opened) -> Option<Object> {
    if opened.without_btf.is_none() && opened.without_ext.is_none() {
        return None;
    }
    let btf = object.btf().filter(|_| opened.without_btf.is_none()).cloned();
    Object::with_btf(object.bytes(), btf, None).ok()
}

struct Make<'a> {
    object: &'a Object,
    version: Version,
    calls: Calls,
    /// The BTF that is loaded.
    btf: Option<Arc<Btf>>,
    /// The call that loads it, if the kernel accepts it.
    btf_call: Option<usize>,
}

impl Make<'_> {
    fn number(&self) -> usize {
        self.calls.load.len() + 1
    }

    fn load_btf(&mut self) {
        let Some(btf) = self.object.btf() else {
            self.calls
                .notes
                .push("there is no BTF, so maps and programs are loaded without types, functions and lines".to_owned());
            return;
        };
        let in_file = btf.bytes().len();
        let changed = match libbpf::fix_up(btf.bytes(), self.object) {
            Ok(changed) => changed,
            Err(why) => return self.calls.notes.push(format!("libbpf does not load the object: {why}")),
        };
        let mut changes = changed.changes;
        let mut bytes = changed.bytes;
        if let Ok(copy) = libbpf::sanitize(&bytes, self.version) {
            changes.extend(copy.changes);
            bytes = copy.bytes;
        }
        let mut call = Call::new(self.number(), Command::BtfLoad, "BTF");
        call = call.with("btf", Value::Bytes(bytes.len() as u64));
        if bytes.len() != in_file {
            call = call.note(format!("{in_file} in the file"));
        }
        call = call.with("btf_size", bytes.len() as u64);
        call.notes = changes;
        let judged = verdict::load(&bytes, self.version);
        if let Some(errno) = judged.errno {
            call.notes.push(format!("Linux {} refuses it with {errno}; libbpf goes on without BTF", self.version));
        } else {
            self.btf_call = Some(call.number);
        }
        self.calls.load.push(call);
        self.btf = Btf::parse(bytes.clone(), None).ok().map(Arc::new);
        self.calls.btf = bytes;
    }

    fn create_maps(&mut self, name: &str) {
        let btf = self.btf.clone().or_else(|| self.object.btf().cloned());
        let btf = btf.as_deref();
        let all = maps::all(self.object, btf, name);
        let declared = self.object.maps();
        let mut made: Vec<(String, usize)> = Vec::new();
        for map in &all {
            if let MadeOf::Declared(index) = map.kind
                && let Some(problem) = declared.get(index).and_then(|m| m.def.problems.first())
            {
                self.calls.notes.push(format!("libbpf refuses the map {}: {problem}", map.name));
            }
            let pin = map.def.others.iter().any(|(key, n)| key == "pinning" && *n == 1);
            if pin {
                self.pin(Command::ObjGet, &map.name, None);
            }
            let inner = maps::inner(&map.def).map(|def| {
                let number = self.number();
                let template = format!("{}.inner", map.name);
                let mut call = maps::create(number, &template, def, &map.kind, btf, self.btf_call, None);
                call.notes.push(format!("the template of the maps in {}; it is closed again", map.name));
                self.calls.load.push(call);
                number
            });
            let number = self.number();
            self.calls.load.push(maps::create(number, &map.name, &map.def, &map.kind, btf, self.btf_call, inner));
            self.fill(map, number);
            made.push((map.name.clone(), number));
            if let MadeOf::Declared(index) = map.kind
                && !maps::holds_programs(&map.def)
                && let Some(map) = declared.get(index)
            {
                for (slot, symbol) in maps::slots(self.object, map) {
                    self.set_slot(&map.name, number, slot, "map", &symbol, &made);
                }
            }
            if pin {
                self.pin(Command::ObjPin, &map.name, Some(number));
            }
        }
    }

    /// Sets the initial values of a section's variables. A map of constants is then frozen.
    fn fill(&mut self, map: &Made, number: usize) {
        let MadeOf::Data { section, read_only, bytes, .. } = &map.kind else { return };
        let call = Call::new(self.number(), Command::MapUpdateElem, &map.name).with("map_fd", Value::Of(number));
        let call = call.with("key", 0u32).with("value", Value::Bytes(*bytes)).note(match section.as_str() {
            ".kconfig" => "the values of the kernel's configuration".to_owned(),
            section => format!("the section {section}"),
        });
        self.calls.load.push(call.with("flags", Value::Name("BPF_ANY".to_owned())));
        if *read_only {
            let call = Call::new(self.number(), Command::MapFreeze, &map.name).with("map_fd", Value::Of(number));
            self.calls.load.push(call);
        }
    }

    /// Adds the call that looks for a map at its path (`BPF_OBJ_GET`), or that pins it there (`BPF_OBJ_PIN`), so that
    /// other processes find it.
    fn pin(&mut self, command: Command, name: &str, fd: Option<usize>) {
        let path: String = name.chars().map(|c| if c == '.' { '_' } else { c }).collect();
        let mut call = Call::new(self.number(), command, name);
        call = call.with("pathname", Value::Text(format!("/sys/fs/bpf/{path}")));
        if let Some(fd) = fd {
            call = call.with("bpf_fd", Value::Of(fd));
        } else {
            call.notes.push("if the pinned map exists, it is used and no map is created".to_owned());
        }
        self.calls.load.push(call);
    }

    fn load_programs(&mut self) {
        let all = self.object.functions();
        let read_only: Vec<usize> = self.read_only_maps();
        let mut loaded: Vec<(String, usize)> = Vec::new();
        for (index, function) in all.iter().enumerate() {
            let section = self.object.section(function.section).map(|s| s.name.as_str()).unwrap_or_default();
            if section == SUBPROGRAMS {
                continue;
            }
            if program_type(section).is_some_and(|t| !t.autoload) {
                self.calls
                    .notes
                    .push(format!("{} is loaded only if the application asks for it ({section})", function.name));
                continue;
            }
            let load = self.object.load(&all, index);
            let program = Loaded { object: self.object, all: &all, function, section, load };
            let number = self.number();
            self.calls.load.push(program.call(number, self.btf_call, self.version));
            loaded.push((function.name.clone(), number));
            for &map in &read_only {
                let about = self.calls.load.get(map - 1).map(|c| c.about.clone()).unwrap_or_default();
                let call = Call::new(self.number(), Command::ProgBindMap, about);
                self.calls.load.push(call.with("prog_fd", Value::Of(number)).with("map_fd", Value::Of(map)));
            }
        }
        self.fill_program_arrays(&all, &loaded);
    }

    /// The numbers of the calls that made maps of constants, except `.kconfig`. Each program is bound to these maps and
    /// keeps them alive.
    fn read_only_maps(&self) -> Vec<usize> {
        let frozen =
            self.calls.load.iter().filter(|c| c.command == Command::MapFreeze && !c.about.ends_with(".kconfig"));
        let map = |c: &Call| match c.value("map_fd") {
            Some(Value::Of(number)) => Some(*number),
            _ => None,
        };
        frozen.filter_map(map).collect()
    }

    /// Fills arrays of programs, after the programs are loaded.
    fn fill_program_arrays(&mut self, all: &[Function], loaded: &[(String, usize)]) {
        for map in self.object.maps().iter().filter(|m| maps::holds_programs(&m.def)) {
            let made = self.calls.load.iter().find(|c| c.command == Command::MapCreate && c.about == map.name);
            let Some(made) = made.map(|c| c.number) else { continue };
            for (slot, symbol) in maps::slots(self.object, map) {
                if !all.iter().any(|f| f.name == symbol) {
                    continue;
                }
                self.set_slot(&map.name, made, slot, "program", &symbol, loaded);
            }
        }
    }

    /// Sets a slot of the map `name`, which the call `map` made, to the map or program with the name `symbol`. `kind`
    /// is "map" or "program". `made` has the maps or programs that calls made before, each with the number of its call.
    fn set_slot(&mut self, name: &str, map: usize, slot: u32, kind: &str, symbol: &str, made: &[(String, usize)]) {
        let of = made.iter().find(|(name, _)| name == symbol).map(|(_, number)| *number);
        let value = of.map_or_else(|| kernel(format!("the {kind} {symbol}")), Value::Of);
        let call = Call::new(self.number(), Command::MapUpdateElem, name).with("map_fd", Value::Of(map));
        self.calls.load.push(call.with("key", slot).with("value", value));
    }
}
