// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.

pub const word_t = u32;

pub const counter_t = word_t;

pub const statistic_t = counter_t;

pub const statistics = extern struct {
    packets: statistic_t,
    bytes: statistic_t,
};
comptime {
    if (@sizeOf(statistics) != 8) @compileError("size of statistics");
    if (@alignOf(statistics) != 4) @compileError("align of statistics");
    if (@offsetOf(statistics, "packets") != 0) @compileError("offset of statistics.packets");
    if (@offsetOf(statistics, "bytes") != 4) @compileError("offset of statistics.bytes");
}

pub const floats = extern struct {
    @"f32": f32,
    _padding_4: [4]u8,
    @"f64": f64,
};
comptime {
    if (@sizeOf(floats) != 16) @compileError("size of floats");
    if (@alignOf(floats) != 8) @compileError("align of floats");
    if (@offsetOf(floats, "f32") != 0) @compileError("offset of floats.f32");
    if (@offsetOf(floats, "f64") != 8) @compileError("offset of floats.f64");
}

pub const ints = extern struct {
    plain_char: i8,
    signed_char: i8,
    unsigned_char: u8,
    boolean: u8,
    s16: i16,
    @"u16": u16,
    s32: i32,
    @"u32": u32,
    s_long: i64,
    u_long: u64,
    s64: i64,
    @"u64": u64,
    s128: i128 align(8),
    @"u128": u128 align(8),
};
comptime {
    if (@sizeOf(ints) != 80) @compileError("size of ints");
    if (@alignOf(ints) != 8) @compileError("align of ints");
    if (@offsetOf(ints, "plain_char") != 0) @compileError("offset of ints.plain_char");
    if (@offsetOf(ints, "signed_char") != 1) @compileError("offset of ints.signed_char");
    if (@offsetOf(ints, "unsigned_char") != 2) @compileError("offset of ints.unsigned_char");
    if (@offsetOf(ints, "boolean") != 3) @compileError("offset of ints.boolean");
    if (@offsetOf(ints, "s16") != 4) @compileError("offset of ints.s16");
    if (@offsetOf(ints, "u16") != 6) @compileError("offset of ints.u16");
    if (@offsetOf(ints, "s32") != 8) @compileError("offset of ints.s32");
    if (@offsetOf(ints, "u32") != 12) @compileError("offset of ints.u32");
    if (@offsetOf(ints, "s_long") != 16) @compileError("offset of ints.s_long");
    if (@offsetOf(ints, "u_long") != 24) @compileError("offset of ints.u_long");
    if (@offsetOf(ints, "s64") != 32) @compileError("offset of ints.s64");
    if (@offsetOf(ints, "u64") != 40) @compileError("offset of ints.u64");
    if (@offsetOf(ints, "s128") != 48) @compileError("offset of ints.s128");
    if (@offsetOf(ints, "u128") != 64) @compileError("offset of ints.u128");
}

pub const color = enum(u32) {
    COLOR_RED = 0,
    COLOR_GREEN = 5,
    COLOR_BLUE = 6,
    _,
};

pub const verdict = enum(i32) {
    VERDICT_ERROR = -1,
    VERDICT_PASS = 0,
    VERDICT_LOWEST = -2147483648,
    _,
};

pub const tiny = enum(u8) {
    TINY_NO = 0,
    TINY_YES = 255,
    _,
};

pub const top_bit = enum(u32) {
    TOP_BIT_CLEAR = 0,
    TOP_BIT_SET = 2147483648,
    _,
};

pub const big = enum(u64) {
    BIG_ZERO = 0,
    BIG_BIT_40 = 1099511627776,
    BIG_MAX = 18446744073709551615,
    _,
};

pub const big_signed = enum(i64) {
    BIG_SIGNED_MIN = -9223372036854775808,
    BIG_SIGNED_ONE = 1,
    _,
};

pub const enums__bindgen_ty_1 = enum(u32) {
    INNER_A = 0,
    INNER_B = 1,
    _,
};

pub const enums = extern struct {
    color: color,
    verdict: verdict,
    tiny: tiny,
    _padding_9: [3]u8,
    top_bit: top_bit,
    big: big,
    big_signed: big_signed,
    anonymous: enums__bindgen_ty_1,
    _padding_36: [4]u8,
};
comptime {
    if (@sizeOf(enums) != 40) @compileError("size of enums");
    if (@alignOf(enums) != 8) @compileError("align of enums");
    if (@offsetOf(enums, "color") != 0) @compileError("offset of enums.color");
    if (@offsetOf(enums, "verdict") != 4) @compileError("offset of enums.verdict");
    if (@offsetOf(enums, "tiny") != 8) @compileError("offset of enums.tiny");
    if (@offsetOf(enums, "top_bit") != 12) @compileError("offset of enums.top_bit");
    if (@offsetOf(enums, "big") != 16) @compileError("offset of enums.big");
    if (@offsetOf(enums, "big_signed") != 24) @compileError("offset of enums.big_signed");
    if (@offsetOf(enums, "anonymous") != 32) @compileError("offset of enums.anonymous");
}

pub const grid_t = [3][4]i32;

pub const pointers = extern struct {
    any: ?*anyopaque,
    any_const: ?*const anyopaque,
    text: ?*const i8,
    fixed: ?*i8,
    device: ?*i32,
    status: ?*const u32,
    alone: ?*i32,
    twice: ?*?*i32,
    names: ?*const ?*const i8,
    @"opaque": ?*never_defined,
    opaque_union: ?*never_defined_either,
    self: ?*pointers,
    grid: ?*grid_t,
    row: ?*[4]i32,
};
comptime {
    if (@sizeOf(pointers) != 112) @compileError("size of pointers");
    if (@alignOf(pointers) != 8) @compileError("align of pointers");
    if (@offsetOf(pointers, "any") != 0) @compileError("offset of pointers.any");
    if (@offsetOf(pointers, "any_const") != 8) @compileError("offset of pointers.any_const");
    if (@offsetOf(pointers, "text") != 16) @compileError("offset of pointers.text");
    if (@offsetOf(pointers, "fixed") != 24) @compileError("offset of pointers.fixed");
    if (@offsetOf(pointers, "device") != 32) @compileError("offset of pointers.device");
    if (@offsetOf(pointers, "status") != 40) @compileError("offset of pointers.status");
    if (@offsetOf(pointers, "alone") != 48) @compileError("offset of pointers.alone");
    if (@offsetOf(pointers, "twice") != 56) @compileError("offset of pointers.twice");
    if (@offsetOf(pointers, "names") != 64) @compileError("offset of pointers.names");
    if (@offsetOf(pointers, "opaque") != 72) @compileError("offset of pointers.opaque");
    if (@offsetOf(pointers, "opaque_union") != 80) @compileError("offset of pointers.opaque_union");
    if (@offsetOf(pointers, "self") != 88) @compileError("offset of pointers.self");
    if (@offsetOf(pointers, "grid") != 96) @compileError("offset of pointers.grid");
    if (@offsetOf(pointers, "row") != 104) @compileError("offset of pointers.row");
}

pub const arrays = extern struct {
    one: [8]i32,
    two: [3][4]i32,
    three: [2][3][5]i8,
    _padding_110: [2]u8,
    pointers: [4]?*i8,
    each_cpu: [2]statistics,
    grid: grid_t,
};
comptime {
    if (@sizeOf(arrays) != 208) @compileError("size of arrays");
    if (@alignOf(arrays) != 8) @compileError("align of arrays");
    if (@offsetOf(arrays, "one") != 0) @compileError("offset of arrays.one");
    if (@offsetOf(arrays, "two") != 32) @compileError("offset of arrays.two");
    if (@offsetOf(arrays, "three") != 80) @compileError("offset of arrays.three");
    if (@offsetOf(arrays, "pointers") != 112) @compileError("offset of arrays.pointers");
    if (@offsetOf(arrays, "each_cpu") != 144) @compileError("offset of arrays.each_cpu");
    if (@offsetOf(arrays, "grid") != 160) @compileError("offset of arrays.grid");
}

pub const either = extern union {
    number: u64,
    pointer: ?*anyopaque,
    floats: ?*floats,
};
comptime {
    if (@sizeOf(either) != 8) @compileError("size of either");
    if (@alignOf(either) != 8) @compileError("align of either");
}

pub const callback_t = ?*const fn (?*anyopaque, ?*const i8, ...) callconv(.c) i32;

pub const operations = extern struct {
    open: ?*const fn (?*operations, i32) callconv(.c) i32,
    close: ?*const fn () callconv(.c) void,
    callback: callback_t,
    find: ?*const fn (?*const i8, ?*const fn (?*const anyopaque, ?*const anyopaque) callconv(.c) i32) callconv(.c) ?*anyopaque,
    table: [3]?*const fn (i32) callconv(.c) i32,
    maker: ?*const fn (i32) callconv(.c) ?*const fn (i64) callconv(.c) i32,
};
comptime {
    if (@sizeOf(operations) != 64) @compileError("size of operations");
    if (@alignOf(operations) != 8) @compileError("align of operations");
    if (@offsetOf(operations, "open") != 0) @compileError("offset of operations.open");
    if (@offsetOf(operations, "close") != 8) @compileError("offset of operations.close");
    if (@offsetOf(operations, "callback") != 16) @compileError("offset of operations.callback");
    if (@offsetOf(operations, "find") != 24) @compileError("offset of operations.find");
    if (@offsetOf(operations, "table") != 32) @compileError("offset of operations.table");
    if (@offsetOf(operations, "maker") != 56) @compileError("offset of operations.maker");
}

pub const tagged = extern struct {
    user_pointer: ?*i32,
    both: ?*ints,
    percpu_text: ?*const i8,
    counted: i32,
    total: i32,
};
comptime {
    if (@sizeOf(tagged) != 32) @compileError("size of tagged");
    if (@alignOf(tagged) != 8) @compileError("align of tagged");
    if (@offsetOf(tagged, "user_pointer") != 0) @compileError("offset of tagged.user_pointer");
    if (@offsetOf(tagged, "both") != 8) @compileError("offset of tagged.both");
    if (@offsetOf(tagged, "percpu_text") != 16) @compileError("offset of tagged.percpu_text");
    if (@offsetOf(tagged, "counted") != 24) @compileError("offset of tagged.counted");
    if (@offsetOf(tagged, "total") != 28) @compileError("offset of tagged.total");
}

pub const tagged_t = tagged;

pub const never_defined = opaque {};

pub const never_defined_either = opaque {};

/// Functions and variables.
pub const symbols = struct {
    pub extern fn entry(i32, ?*statistics) i32;
    pub extern fn outside(i32) i32;
    pub extern fn inside(i32, ?*statistics) i32;
    pub extern var all_floats: floats;
    pub extern var initialised: i32;
    pub extern var constant: i32;
    pub extern var terms: [18]i8;
    pub extern var elsewhere: i32;
    pub extern var all_ints: ints;
    pub extern var all_enums: enums;
    pub extern var all_pointers: ?*pointers;
    pub extern var all_arrays: arrays;
    pub extern var all_either: either;
    pub extern var all_operations: operations;
    pub extern var all_tagged: tagged_t;
    pub extern var hidden: i32;
};
