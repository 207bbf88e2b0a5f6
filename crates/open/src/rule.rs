//! Every rule by which libbpf 1.8 refuses an object, ordered by phase.

/// A rule.
#[derive(PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number: phase and index (`7.6`); phases 1 to 8 belong to opening, `L` to loading; `0` is a rule of any
    /// phase.
    pub id: &'static str,
    /// Why libbpf refuses, as a sentence without its full stop.
    pub says: &'static str,
    /// The function of libbpf with the check.
    pub source: &'static str,
}

macro_rules! rules {
    ($($name:ident = $id:literal, $source:literal, $says:literal;)*) => {
        $(pub(crate) const $name: &Rule = &Rule { id: $id, says: $says, source: $source };)*
        /// All rules, ordered by phase. `7.45` and `0`, at which libbpf crashes or hangs, stand between phase 8 and the
        /// rules of loading.
        pub const RULES: &[&Rule] = &[$($name),*];
    };
}

rules! {
    EMPTY = "1.1", "bpf_object__open_mem", "the file is empty";
    NOT_ELF = "1.3", "bpf_object__elf_init", "it is no ELF object";
    ELF_CUT = "1.4", "bpf_object__elf_init", "the ELF header is cut off, or counts more sections than an ELF file can have";
    NOT_64 = "1.5", "bpf_object__elf_init", "a BPF object is a 64-bit ELF file";
    NAMES_INDEX = "1.7", "bpf_object__elf_init", "the ELF header does not say which section has the sections' names";
    NAMES = "1.8", "bpf_object__elf_init", "the section with the sections' names cannot be read";
    NOT_RELOCATABLE = "1.9", "bpf_object__elf_init", "a BPF object is a relocatable ELF file (ET_REL) for the machine EM_BPF";
    TWO_SYMTABS = "2.1", "bpf_object__elf_collect", "there is more than one symbol table";
    SYMTAB_DATA = "2.2", "bpf_object__elf_collect", "the symbol table cannot be read";
    NO_SYMTAB = "2.3", "bpf_object__elf_collect", "there is no symbol table";
    SECTION_NAME = "2.4", "bpf_object__elf_collect", "the name of a section cannot be read";
    SECTION_DATA = "2.6", "bpf_object__elf_collect", "the bytes of a section cannot be read";
    LICENSE = "2.7", "bpf_object__init_license", "the license section is empty";
    VERSION = "2.8", "bpf_object__init_kversion", "the version section is not 4 bytes long";
    LEGACY_MAPS = "2.9", "bpf_object__elf_collect", "maps in a section called maps are no longer supported, only those of .maps, declared by BTF (Aya reads both)";
    BTF_TYPE = "2.11", "bpf_object__elf_collect", ".BTF or .BTF.ext is not of the section type PROGBITS";
    REL_FORM = "2.14", "bpf_object__elf_collect", "a section of relocations has entries that are not of 16 bytes, or a target that does not exist";
    NO_STRINGS = "2.18", "bpf_object__elf_collect", "the symbol table names no section with its strings";
    PROGRAM_NAME = "3.1", "bpf_object__add_programs", "the name of a program cannot be read";
    PROGRAM_BOUNDS = "3.2", "bpf_object__add_programs", "a program ends behind its section";
    STATIC_PROGRAM = "3.3", "bpf_object__add_programs", "a program outside of .text is static";
    PROGRAM_SIZE = "3.4", "bpf_object__init_prog", "a program is empty, or not in whole instructions";
    BTF_NEEDED = "4.0", "bpf_object__init_btf", "the object has maps or struct_ops of BTF, and there is no .BTF";
    BTF_HEADER = "4.1", "btf_parse_hdr", "the header of .BTF is cut off or has no magic";
    BTF_SWAPPED = "4.2", "btf_parse_hdr", "the header of .BTF of the other byte order is too short";
    BTF_SECTIONS = "4.3", "btf_parse_hdr", "the sections of .BTF are not where its header says";
    BTF_LAYOUT = "4.4", "btf_parse_hdr", "the layout section of .BTF is not where its header says";
    BTF_STRINGS = "4.5", "btf_parse_str_sec", "the strings of .BTF do not begin and end with a NUL byte";
    BTF_KIND = "4.6", "btf_parse_type_sec", "a type of .BTF is of a kind that libbpf does not know";
    BTF_RECORD = "4.7", "btf_parse_type_sec", "a type of .BTF ends behind the types";
    BTF_REST = "4.8", "btf_parse_type_sec", "the types of .BTF end with a rest that is no type";
    BTF_NAME = "4.9", "btf_validate_str", "a name in .BTF is not within its strings";
    BTF_ID = "4.10", "btf_validate_id", "a type of .BTF refers to one that does not exist";
    BTF_PROTO = "4.11", "btf_validate_type", "a FUNC of .BTF refers to a type that is no FUNC_PROTO";
    EXT_HEADER = "4.12", "btf_ext_parse", "the header of .BTF.ext is cut off or has no magic";
    EXT_VERSION = "4.13", "btf_ext_parse", ".BTF.ext is of another version, or has flags";
    EXT_EMPTY = "4.14", "btf_ext_parse", ".BTF.ext has nothing after its header";
    EXT_SHORT = "4.15", "btf_ext_parse", "the header of .BTF.ext has no places of func_info and line_info";
    EXT_RECORDS = "4.16", "btf_ext_parse_sec_info", "records of .BTF.ext are missing, too small, or not where its header says";
    SYMBOL_SIZE = "5.1", "bpf_object__collect_externs", "the symbol table says that its entries are not of 24 bytes";
    DUMMY = "5.2", "add_dummy_ksym_var", "no variable can be added to .BTF with a longer header than libbpf writes";
    EXTERN_NO_BTF = "5.3", "bpf_object__collect_externs", "an extern has no declaration, since there is no usable .BTF";
    EXTERN_MISSING = "5.4", "bpf_object__collect_externs", "an extern has no declaration in .BTF";
    EXTERN_LINKAGE = "5.5", "bpf_object__collect_externs", "the declaration of an extern in .BTF is not extern";
    EXTERN_NO_SECTION = "5.6", "bpf_object__collect_externs", "no DATASEC of .BTF lists an extern (__ksym and __kconfig say which)";
    KCONFIG_FUNCTION = "5.7", "bpf_object__collect_externs", "a function cannot be in .kconfig";
    KCONFIG_SIZE = "5.8", "bpf_object__collect_externs", "the size of a __kconfig variable is not known";
    KCONFIG_ALIGN = "5.9", "bpf_object__collect_externs", "the alignment of a __kconfig variable is not known";
    KCONFIG_TYPE = "5.10", "bpf_object__collect_externs", "a __kconfig variable is of a type that no value of the configuration has";
    EXTERN_SECTION = "5.11", "bpf_object__collect_externs", "externs are in .ksyms or .kconfig only";
    KSYMS_SYMBOL = "5.12", "bpf_object__collect_externs", ".ksyms lists a name that is no extern symbol";
    KCONFIG_SYMBOL = "5.13", "bpf_object__collect_externs", ".kconfig lists a name that is no extern symbol";
    DATASEC_SIZE = "6.1", "btf_fixup_datasec", "a DATASEC has no size, and the ELF file no section of its name with bytes";
    DATASEC_VAR = "6.2", "btf_fixup_datasec", "a DATASEC lists something that is no variable";
    DATASEC_SYMBOL = "6.3", "btf_fixup_datasec", "a global variable of a DATASEC has no global symbol of type OBJECT";
    DATASEC_NAMES = "6.3a", "find_elf_var_sym", "the name of a symbol cannot be read where variables are looked up";
    MAPS_DATASEC = "7.1", "bpf_object__init_user_btf_maps", ".BTF has no DATASEC .maps for the section .maps";
    MAP_NAME = "7.2", "bpf_object__init_user_btf_map", "a map has no name";
    MAP_BOUNDS = "7.3", "bpf_object__init_user_btf_map", "a map ends behind the section .maps";
    MAP_LINKAGE = "7.6", "bpf_object__init_user_btf_map", "a map is static, hidden or extern";
    MAP_STRUCT = "7.7", "bpf_object__init_user_btf_map", "a map is not declared as a struct";
    MAP_SIZE = "7.8", "bpf_object__init_user_btf_map", "the struct of a map is larger than the map";
    FIELD_PTR = "7.9", "get_map_field_int", "a number in a map's declaration is no pointer (__uint)";
    FIELD_ARRAY = "7.10", "get_map_field_int", "a number in a map's declaration is no pointer to an array (__uint)";
    SIZE_CONFLICT = "7.11", "parse_btf_map_def", "a map says two sizes of its keys or values";
    SPEC_PTR = "7.12", "parse_btf_map_def", "the key or value of a map is not declared by a pointer (__type)";
    SPEC_SIZE = "7.13", "parse_btf_map_def", "the type of a map's keys or values has no size";
    SPEC_CONFLICT = "7.14", "parse_btf_map_def", "the type of a map's keys or values is not of the size that the map says";
    INNER_VALUES = "7.15", "parse_btf_map_def", "a map in a map holds maps itself";
    VALUES_LAST = "7.16", "parse_btf_map_def", "values is not the last member of a map's declaration";
    VALUES_TYPE = "7.17", "parse_btf_map_def", "only maps of maps and of programs have values";
    VALUES_SIZE = "7.18", "parse_btf_map_def", "a map of maps or programs has values of another size than 4";
    VALUES_ARRAY = "7.19", "parse_btf_map_def", "values is not an array without a length (__array)";
    VALUES_PTR = "7.20", "parse_btf_map_def", "values is not an array of pointers (__array)";
    VALUES_DEF = "7.21", "parse_btf_map_def", "values does not point to what the map holds: a struct for maps, a function for programs";
    INNER_PIN = "7.23", "parse_btf_map_def", "a map in a map is to be pinned";
    PINNING = "7.24", "parse_btf_map_def", "pinning is neither LIBBPF_PIN_NONE nor LIBBPF_PIN_BY_NAME";
    EXTRA_ENUM = "7.25", "get_map_field_long", "map_extra is neither a pointer nor an enum (__uint, __ulong)";
    EXTRA_VALUE = "7.26", "get_map_field_long", "map_extra is an enum that does not have exactly one value (__ulong)";
    UNKNOWN_FIELD = "7.27", "parse_btf_map_def", "a map's declaration has a member that libbpf does not know";
    NO_TYPE = "7.28", "parse_btf_map_def", "a map's declaration has no type";
    PIN_PATH = "7.29", "build_map_pin_path", "the path to which a map is pinned is too long";
    TWO_ARENAS = "7.30", "bpf_object__init_user_btf_maps", "there is more than one arena";
    ARENA_SMALL = "7.31", "init_arena_map_data", "the arena is too small for its global variables";
    NO_ARENA = "7.32", "bpf_object__init_user_btf_maps", "there are global variables of an arena, and no arena";
    CONTENT = "7.33", "bpf_object__init_internal_map", "a map of variables has no content, or there is no memory for it";
    OPS_DATASEC = "7.40", "init_struct_ops_maps", ".BTF has no DATASEC for a section of struct_ops";
    OPS_TYPE = "7.41", "init_struct_ops_maps", "the type of a struct_ops variable is not complete";
    OPS_ANONYMOUS = "7.42", "init_struct_ops_maps", "the type of a struct_ops variable has no name";
    OPS_STRUCT = "7.43", "init_struct_ops_maps", "a struct_ops variable is no struct";
    OPS_BOUNDS = "7.44", "init_struct_ops_maps", "a struct_ops variable ends behind its section";
    RELO_TARGET = "8.1", "bpf_object__collect_prog_relos", "the section that relocations are for cannot be read";
    RELO_SYMBOL = "8.2", "bpf_object__collect_prog_relos", "a relocation is against a symbol that does not exist";
    RELO_SECTION = "8.3", "bpf_object__collect_prog_relos", "a relocation is against a symbol of no section";
    RELO_OFFSET = "8.4", "bpf_object__collect_prog_relos", "a relocation is not at an instruction";
    RELO_CODE = "8.6", "bpf_program__record_reloc", "a relocation is at an instruction that is neither a call nor a load of 64 bits";
    RELO_EXTERN = "8.7", "bpf_program__record_reloc", "a relocation is against an undefined symbol that libbpf did not collect as an extern, such as one without a name";
    CALL_OPCODE = "8.8", "bpf_program__record_reloc", "a relocation is at a call that is no call of a function of the object";
    CALL_SECTION = "8.9", "bpf_program__record_reloc", "a called function is not in .text";
    CALL_OFFSET = "8.9a", "bpf_program__record_reloc", "a called function does not begin at an instruction";
    ARENA_RELO = "8.10", "bpf_program__record_reloc", "a variable of an arena is used, and there is no arena";
    LOAD_UNDEFINED = "8.13", "bpf_program__record_reloc", "a used symbol is neither defined nor an extern";
    LOAD_FUNCTION = "8.14", "bpf_program__record_reloc", "a function whose address is taken does not begin at an instruction";
    LOAD_SECTION = "8.15", "bpf_program__record_reloc", "a used symbol is in a section that has neither maps nor variables";
    LOAD_MAP = "8.16", "bpf_program__record_reloc", "a map is used, and none begins at that place of .maps";
    LOAD_DATA = "8.17", "bpf_program__record_reloc", "a symbol of the symbol table itself is used";
    LOAD_EMPTY = "8.18", "bpf_program__record_reloc", "a used variable is in a section without bytes";
    SLOT_SYMBOL = "8.20", "bpf_object__collect_map_relos", "a slot of a map is filled with a symbol that does not exist";
    SLOT_MAP = "8.21", "bpf_object__collect_map_relos", "a relocation of .maps is within no map";
    SLOT_SECTION = "8.22", "bpf_object__collect_map_relos", "a map of maps is filled with something that is no map";
    SLOT_KEY = "8.23", "bpf_object__collect_map_relos", "a hash of maps that is filled has keys of another size than 4";
    SLOT_NAME = "8.24", "bpf_object__collect_map_relos", "a map of maps is filled with a map that does not exist";
    SLOT_PROGRAM = "8.25", "bpf_object__collect_map_relos", "an array of programs is filled with something that is no program";
    SLOT_ENTRY = "8.26", "bpf_object__collect_map_relos", "an array of programs is filled with a program at another place than its symbol says";
    SLOT_VALUES = "8.27", "bpf_object__collect_map_relos", "a map is filled at a place where it has no slot";
    OPS_SYMBOL = "8.30", "bpf_object__collect_st_ops_relos", "a struct_ops member is set to a symbol that does not exist";
    OPS_MAP = "8.31", "bpf_object__collect_st_ops_relos", "a relocation of struct_ops is within no variable";
    OPS_STATIC = "8.32", "bpf_object__collect_st_ops_relos", "a struct_ops member is set to a symbol of no section";
    OPS_OFFSET = "8.33", "bpf_object__collect_st_ops_relos", "a struct_ops member is set to a place that is no instruction";
    OPS_MEMBER = "8.34", "bpf_object__collect_st_ops_relos", "no member of a struct_ops variable begins at a relocation";
    OPS_POINTER = "8.35", "bpf_object__collect_st_ops_relos", "a struct_ops member that is set to a program is no pointer to a function";
    OPS_PROGRAM = "8.36", "bpf_object__collect_st_ops_relos", "a struct_ops member is set to something that is no program";
    OPS_KIND = "8.37", "bpf_object__collect_st_ops_relos", "a struct_ops member is set to a program that is not of struct_ops";
    OPS_CRASH = "7.45", "init_struct_ops_maps", "the place of a struct_ops variable and its size wrap, and libbpf reads outside of the file";
    LOOP = "0", "skip_mods_and_typedefs", "a typedef or qualifier of .BTF leads back to itself, and libbpf does not end";
    L_VIRTUAL = "L3", "bpf_object__resolve_externs", "the name of a __kconfig variable is neither CONFIG_* nor one that libbpf knows";
    L_CORE = "L7", "bpf_object__relocate_core", "CO-RE relocations are of a section without a name, or within an instruction";
    L_INFO = "L9", "adjust_prog_btf_ext_info", "a function that is called has no records in .BTF.ext, and the program has some";
    L_CALL_RELO = "L10", "bpf_object__reloc_code", "a call of a function has a relocation against something else";
    L_ADDRESS_RELO = "L11", "bpf_object__reloc_code", "the address of a function is taken without a relocation";
    L_NO_FUNCTION = "L12", "bpf_object__reloc_code", "a called function is not in .text";
    L_CALLBACK = "L13", "bpf_prog_assign_exc_cb", "a tag exception_callback: is on no global function, or names no global function of .text";
    L_JUMP_TABLE = "L14", "create_jt_map", "a jump table is not within .jumptables, or leads out of the program";
    L_UNREFERENCED = "L21", "bpf_object_load_prog", "no struct_ops variable has the program as a member";
}
