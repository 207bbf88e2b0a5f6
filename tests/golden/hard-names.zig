// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.

pub const @"type" = extern struct {
    @"fn": i32,
    @"struct": i32,
};
comptime {
    if (@sizeOf(@"type") != 8) @compileError("size of type");
    if (@alignOf(@"type") != 4) @compileError("align of type");
    if (@offsetOf(@"type", "fn") != 0) @compileError("offset of type.fn");
    if (@offsetOf(@"type", "struct") != 4) @compileError("offset of type.struct");
}

pub const self = extern struct {
    self: i32,
};
comptime {
    if (@sizeOf(self) != 4) @compileError("size of self");
    if (@alignOf(self) != 4) @compileError("align of self");
    if (@offsetOf(self, "self") != 0) @compileError("offset of self.self");
}

pub const @"bool" = u8;

pub const @"u64" = i32;

pub const one = extern struct {
    a: i32,
};
comptime {
    if (@sizeOf(one) != 4) @compileError("size of one");
    if (@alignOf(one) != 4) @compileError("align of one");
    if (@offsetOf(one, "a") != 0) @compileError("offset of one.a");
}

pub const one___2 = i64;

pub const one___3 = extern struct {
    b: i64,
};
comptime {
    if (@sizeOf(one___3) != 8) @compileError("size of one___3");
    if (@alignOf(one___3) != 8) @compileError("align of one___3");
    if (@offsetOf(one___3, "b") != 0) @compileError("offset of one___3.b");
}

pub const same = extern struct {
    wide: u128 align(8),
};
comptime {
    if (@sizeOf(same) != 16) @compileError("size of same");
    if (@alignOf(same) != 8) @compileError("align of same");
    if (@offsetOf(same, "wide") != 0) @compileError("offset of same.wide");
}

pub const Type = extern struct {
    a: i32,
    A: i32,
    _a: i32,
};
comptime {
    if (@sizeOf(Type) != 12) @compileError("size of Type");
    if (@alignOf(Type) != 4) @compileError("align of Type");
    if (@offsetOf(Type, "a") != 0) @compileError("offset of Type.a");
    if (@offsetOf(Type, "A") != 4) @compileError("offset of Type.A");
    if (@offsetOf(Type, "_a") != 8) @compileError("offset of Type._a");
}

pub const outer__bindgen_ty_1 = extern union {
    x: i64,
    y: ?*@"type",
};
comptime {
    if (@sizeOf(outer__bindgen_ty_1) != 8) @compileError("size of outer__bindgen_ty_1");
    if (@alignOf(outer__bindgen_ty_1) != 8) @compileError("align of outer__bindgen_ty_1");
}

pub const outer = extern struct {
    __bindgen_anon_1: outer__bindgen_ty_1 align(1),
    named: outer__bindgen_ty_1 align(1),
    _bits_16: [1]u8,
    __bindgen_anon_5: u32 align(1),
    _padding_21: [3]u8,
    pub fn get_flag(self_: *const @This()) u32 {
        const b_ = &self_._bits_16;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 61));
    }
    pub fn set_flag(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_16;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
};
comptime {
    if (@sizeOf(outer) != 24) @compileError("size of outer");
    if (@alignOf(outer) != 1) @compileError("align of outer");
    if (@offsetOf(outer, "__bindgen_anon_1") != 0) @compileError("offset of outer.__bindgen_anon_1");
    if (@offsetOf(outer, "named") != 8) @compileError("offset of outer.named");
    if (@offsetOf(outer, "__bindgen_anon_5") != 17) @compileError("offset of outer.__bindgen_anon_5");
}

pub const holder = extern struct {
    outer: ?*outer,
};
comptime {
    if (@sizeOf(holder) != 8) @compileError("size of holder");
    if (@alignOf(holder) != 8) @compileError("align of holder");
    if (@offsetOf(holder, "outer") != 0) @compileError("offset of holder.outer");
}

/// Functions and variables.
pub const symbols = struct {
    // `one`: its name is a type's.
    pub const one___4 = @extern(*const fn(?*@"type", one, i32) callconv(.c) i32, .{ .name = "one" });
};
