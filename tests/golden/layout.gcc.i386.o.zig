// Made from BTF by btfscope: a little-endian machine with pointers of 4 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.

/// A pointer of 4 bytes: an address on the machine of the BTF, not on the one that reads.
pub fn Ptr32(comptime To: type) type {
    return extern struct {
        address: u32,
        pub const Pointee_ = To;
    };
}

pub const s8 = i8;

pub const s32 = i32;

pub const s64 = i64;

pub const holes = extern struct {
    a: i8,
    _padding_1: [3]u8,
    b: u64 align(4),
    c: u16,
    _padding_14: [2]u8,
    d: u32 align(4),
    e: i8,
    _padding_21: [3]u8,
};
comptime {
    if (@sizeOf(holes) != 24) @compileError("size of holes");
    if (@alignOf(holes) != 4) @compileError("align of holes");
    if (@offsetOf(holes, "a") != 0) @compileError("offset of holes.a");
    if (@offsetOf(holes, "b") != 4) @compileError("offset of holes.b");
    if (@offsetOf(holes, "c") != 12) @compileError("offset of holes.c");
    if (@offsetOf(holes, "d") != 16) @compileError("offset of holes.d");
    if (@offsetOf(holes, "e") != 20) @compileError("offset of holes.e");
}

pub const @"packed" = extern struct {
    a: i8,
    b: u64 align(1),
    c: u16 align(1),
    d: u32 align(1),
    e: i8,
};
comptime {
    if (@sizeOf(@"packed") != 16) @compileError("size of packed");
    if (@alignOf(@"packed") != 1) @compileError("align of packed");
    if (@offsetOf(@"packed", "a") != 0) @compileError("offset of packed.a");
    if (@offsetOf(@"packed", "b") != 1) @compileError("offset of packed.b");
    if (@offsetOf(@"packed", "c") != 9) @compileError("offset of packed.c");
    if (@offsetOf(@"packed", "d") != 11) @compileError("offset of packed.d");
    if (@offsetOf(@"packed", "e") != 15) @compileError("offset of packed.e");
}

pub const packed_but = extern struct {
    a: i8,
    _padding_1: [3]u8,
    b: u32 align(4),
    c: u16,
    _padding_10: [2]u8,
};
comptime {
    if (@sizeOf(packed_but) != 12) @compileError("size of packed_but");
    if (@alignOf(packed_but) != 4) @compileError("align of packed_but");
    if (@offsetOf(packed_but, "a") != 0) @compileError("offset of packed_but.a");
    if (@offsetOf(packed_but, "b") != 4) @compileError("offset of packed_but.b");
    if (@offsetOf(packed_but, "c") != 8) @compileError("offset of packed_but.c");
}

// Its padding hints at an alignment of 64 bytes.
pub const aligned = extern struct {
    a: u32 align(4),
    _padding_4: [28]u8,
    b: u32 align(4),
    _padding_36: [28]u8,
};
comptime {
    if (@sizeOf(aligned) != 64) @compileError("size of aligned");
    if (@alignOf(aligned) != 4) @compileError("align of aligned");
    if (@offsetOf(aligned, "a") != 0) @compileError("offset of aligned.a");
    if (@offsetOf(aligned, "b") != 32) @compileError("offset of aligned.b");
}

pub const cache_lines = extern struct {
    first: [7]u64 align(4),
    across: [16]u8,
    second: [7]u64 align(4),
};
comptime {
    if (@sizeOf(cache_lines) != 128) @compileError("size of cache_lines");
    if (@alignOf(cache_lines) != 4) @compileError("align of cache_lines");
    if (@offsetOf(cache_lines, "first") != 0) @compileError("offset of cache_lines.first");
    if (@offsetOf(cache_lines, "across") != 56) @compileError("offset of cache_lines.across");
    if (@offsetOf(cache_lines, "second") != 72) @compileError("offset of cache_lines.second");
}

pub const bit_widths = extern struct {
    _bits_0: [68]u8 align(4),
    pub fn get_w1(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 63) >> 63));
    }
    pub fn set_w1(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w31(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], b_[2], b_[3], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 33));
    }
    pub fn set_w31(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffffe));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 1));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[2] = (b_[2] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[3] = (b_[3] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w2(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[4], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 62) >> 62));
    }
    pub fn set_w2(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x3));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[4] = (b_[4] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w30(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[4], b_[5], b_[6], b_[7], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 34));
    }
    pub fn set_w30(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffffc));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 2));
        b_[4] = (b_[4] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[5] = (b_[5] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[6] = (b_[6] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[7] = (b_[7] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w3(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[8], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 61));
    }
    pub fn set_w3(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[8] = (b_[8] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w29(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[8], b_[9], b_[10], b_[11], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 35));
    }
    pub fn set_w29(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffff8));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 3));
        b_[8] = (b_[8] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[9] = (b_[9] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[10] = (b_[10] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[11] = (b_[11] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w4(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[12], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_w4(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[12] = (b_[12] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w28(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[12], b_[13], b_[14], b_[15], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 36));
    }
    pub fn set_w28(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffff0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[12] = (b_[12] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[13] = (b_[13] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[14] = (b_[14] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[15] = (b_[15] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w5(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[16], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 59) >> 59));
    }
    pub fn set_w5(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[16] = (b_[16] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w27(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[16], b_[17], b_[18], b_[19], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 37));
    }
    pub fn set_w27(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffffe0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 5));
        b_[16] = (b_[16] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[17] = (b_[17] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[18] = (b_[18] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[19] = (b_[19] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w6(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[20], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 58) >> 58));
    }
    pub fn set_w6(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x3f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[20] = (b_[20] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w26(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[20], b_[21], b_[22], b_[23], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 38));
    }
    pub fn set_w26(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffffc0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 6));
        b_[20] = (b_[20] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[21] = (b_[21] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[22] = (b_[22] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[23] = (b_[23] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w7(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[24], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 57) >> 57));
    }
    pub fn set_w7(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[24] = (b_[24] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w25(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[24], b_[25], b_[26], b_[27], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 39));
    }
    pub fn set_w25(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffff80));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 7));
        b_[24] = (b_[24] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[25] = (b_[25] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[26] = (b_[26] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[27] = (b_[27] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
    pub fn get_w8(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[28], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 56) >> 56));
    }
    pub fn set_w8(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[28] = (b_[28] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_w24(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[29], b_[30], b_[31], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 40));
    }
    pub fn set_w24(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[29] = (b_[29] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[30] = (b_[30] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[31] = (b_[31] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w9(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[32], b_[33], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 55) >> 55));
    }
    pub fn set_w9(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1ff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[32] = (b_[32] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[33] = (b_[33] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w23(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[33], b_[34], b_[35], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 41));
    }
    pub fn set_w23(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffe));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 1));
        b_[33] = (b_[33] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[34] = (b_[34] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[35] = (b_[35] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w10(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[36], b_[37], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 54) >> 54));
    }
    pub fn set_w10(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x3ff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[36] = (b_[36] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[37] = (b_[37] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w22(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[37], b_[38], b_[39], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 42));
    }
    pub fn set_w22(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffffc));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 2));
        b_[37] = (b_[37] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[38] = (b_[38] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[39] = (b_[39] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w11(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[40], b_[41], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 53) >> 53));
    }
    pub fn set_w11(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7ff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[40] = (b_[40] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[41] = (b_[41] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w21(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[41], b_[42], b_[43], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 43));
    }
    pub fn set_w21(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffff8));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 3));
        b_[41] = (b_[41] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[42] = (b_[42] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[43] = (b_[43] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w12(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[44], b_[45], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 52) >> 52));
    }
    pub fn set_w12(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[44] = (b_[44] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[45] = (b_[45] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w20(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[45], b_[46], b_[47], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 44));
    }
    pub fn set_w20(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffff0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[45] = (b_[45] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[46] = (b_[46] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[47] = (b_[47] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w13(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[48], b_[49], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 51) >> 51));
    }
    pub fn set_w13(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1fff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[48] = (b_[48] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[49] = (b_[49] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w19(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[49], b_[50], b_[51], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 45));
    }
    pub fn set_w19(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffe0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 5));
        b_[49] = (b_[49] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[50] = (b_[50] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[51] = (b_[51] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w14(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[52], b_[53], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 50) >> 50));
    }
    pub fn set_w14(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x3fff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[52] = (b_[52] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[53] = (b_[53] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w18(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[53], b_[54], b_[55], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 46));
    }
    pub fn set_w18(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffc0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 6));
        b_[53] = (b_[53] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[54] = (b_[54] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[55] = (b_[55] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w15(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[56], b_[57], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 49) >> 49));
    }
    pub fn set_w15(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7fff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[56] = (b_[56] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[57] = (b_[57] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w17(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[57], b_[58], b_[59], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 47));
    }
    pub fn set_w17(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffff80));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 7));
        b_[57] = (b_[57] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[58] = (b_[58] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[59] = (b_[59] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
    pub fn get_w16(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[60], b_[61], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 48) >> 48));
    }
    pub fn set_w16(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[60] = (b_[60] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[61] = (b_[61] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w16_again(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[62], b_[63], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 48) >> 48));
    }
    pub fn set_w16_again(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[62] = (b_[62] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[63] = (b_[63] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_w32(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[64], b_[65], b_[66], b_[67], 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 32) >> 32));
    }
    pub fn set_w32(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[64] = (b_[64] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[65] = (b_[65] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[66] = (b_[66] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[67] = (b_[67] & ~mask_[3]) | (bits_[3] & mask_[3]);
    }
};
comptime {
    if (@sizeOf(bit_widths) != 68) @compileError("size of bit_widths");
    if (@alignOf(bit_widths) != 4) @compileError("align of bit_widths");
}

pub const bit_crossing = extern struct {
    _bits_0: [8]u8 align(4),
    tail: u8,
    _padding_9: [3]u8,
    pub fn get_low(self_: *const @This()) u64 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u64, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 61));
    }
    pub fn set_low(self_: *@This(), value_: u64) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u64, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_middle(self_: *const @This()) u64 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], b_[2], b_[3], b_[4], b_[5], b_[6], b_[7] });
        return @as(u64, @intCast((@import("std").mem.littleToNative(u64, word_) << 3) >> 6));
    }
    pub fn set_middle(self_: *@This(), value_: u64) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1ffffffffffffff8));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u64, @bitCast(value_))) << 3));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[2] = (b_[2] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[3] = (b_[3] & ~mask_[3]) | (bits_[3] & mask_[3]);
        b_[4] = (b_[4] & ~mask_[4]) | (bits_[4] & mask_[4]);
        b_[5] = (b_[5] & ~mask_[5]) | (bits_[5] & mask_[5]);
        b_[6] = (b_[6] & ~mask_[6]) | (bits_[6] & mask_[6]);
        b_[7] = (b_[7] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_high(self_: *const @This()) u64 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[7], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u64, @intCast((@import("std").mem.littleToNative(u64, word_) << 56) >> 61));
    }
    pub fn set_high(self_: *@This(), value_: u64) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xe0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u64, @bitCast(value_))) << 5));
        b_[7] = (b_[7] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
};
comptime {
    if (@sizeOf(bit_crossing) != 12) @compileError("size of bit_crossing");
    if (@alignOf(bit_crossing) != 4) @compileError("align of bit_crossing");
    if (@offsetOf(bit_crossing, "tail") != 8) @compileError("offset of bit_crossing.tail");
}

pub const bit_color = enum(u32) {
    BIT_RED = 0,
    BIT_GREEN = 1,
    BIT_BLUE = 2,
    _,
};

pub const bit_signed = enum(u32) {
    BIT_MINUS = 4294967295,
    BIT_ZERO = 0,
    _,
};

pub const bit_types = extern struct {
    _bits_0: [9]u8 align(4),
    _padding_9: [3]u8,
    pub fn get_negative(self_: *const @This()) i32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(i32, @intCast(@as(i64, @bitCast(@import("std").mem.littleToNative(u64, word_) << 59)) >> 59));
    }
    pub fn set_negative(self_: *@This(), value_: i32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_positive(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 54) >> 59));
    }
    pub fn set_positive(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x3e0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 5));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_yes(self_: *const @This()) u8 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[1], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u8, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 63));
    }
    pub fn set_yes(self_: *@This(), value_: u8) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x4));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u8, @bitCast(value_))) << 2));
        b_[1] = (b_[1] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_color(self_: *const @This()) bit_color {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[1], 0, 0, 0, 0, 0, 0, 0 });
        return @enumFromInt(@as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 59) >> 62)));
    }
    pub fn set_color(self_: *@This(), value_: bit_color) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x18));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(@intFromEnum(value_)))) << 3));
        b_[1] = (b_[1] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_sign(self_: *const @This()) bit_signed {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[1], 0, 0, 0, 0, 0, 0, 0 });
        return @enumFromInt(@as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 57) >> 62)));
    }
    pub fn set_sign(self_: *@This(), value_: bit_signed) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x60));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(@intFromEnum(value_)))) << 5));
        b_[1] = (b_[1] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_small(self_: *const @This()) i8 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[2], 0, 0, 0, 0, 0, 0, 0 });
        return @as(i8, @intCast(@as(i64, @bitCast(@import("std").mem.littleToNative(u64, word_) << 57)) >> 57));
    }
    pub fn set_small(self_: *@This(), value_: i8) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u8, @bitCast(value_))) << 0));
        b_[2] = (b_[2] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_half(self_: *const @This()) u16 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[2], b_[3], 0, 0, 0, 0, 0, 0 });
        return @as(u16, @intCast((@import("std").mem.littleToNative(u64, word_) << 48) >> 55));
    }
    pub fn set_half(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xff80));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u16, @bitCast(value_))) << 7));
        b_[2] = (b_[2] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[3] = (b_[3] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_wide(self_: *const @This()) i64 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[4], b_[5], b_[6], b_[7], b_[8], 0, 0, 0 });
        return @as(i64, @intCast(@as(i64, @bitCast(@import("std").mem.littleToNative(u64, word_) << 31)) >> 31));
    }
    pub fn set_wide(self_: *@This(), value_: i64) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1ffffffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u64, @bitCast(value_))) << 0));
        b_[4] = (b_[4] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[5] = (b_[5] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[6] = (b_[6] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[7] = (b_[7] & ~mask_[3]) | (bits_[3] & mask_[3]);
        b_[8] = (b_[8] & ~mask_[4]) | (bits_[4] & mask_[4]);
    }
    pub fn get_fixed(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[8], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 59) >> 60));
    }
    pub fn set_fixed(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1e));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 1));
        b_[8] = (b_[8] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
};
comptime {
    if (@sizeOf(bit_types) != 12) @compileError("size of bit_types");
    if (@alignOf(bit_types) != 4) @compileError("align of bit_types");
}

pub const bit_holes = extern struct {
    _bits_0: [1]u8 align(4),
    _padding_1: [3]u8,
    _bits_4: [2]u8,
    d: u8,
    _bits_7: [1]u8,
    pub fn get_a(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 61));
    }
    pub fn set_a(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_b(self_: *const @This()) u32 {
        const b_ = &self_._bits_4;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 59) >> 59));
    }
    pub fn set_b(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_4;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1f));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_c(self_: *const @This()) u32 {
        const b_ = &self_._bits_4;
        const word_: u64 = @bitCast([_]u8{ b_[1], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 59) >> 63));
    }
    pub fn set_c(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_4;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x10));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[1] = (b_[1] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_e(self_: *const @This()) u16 {
        const b_ = &self_._bits_7;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u16, @intCast((@import("std").mem.littleToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_e(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_7;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u16, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
};
comptime {
    if (@sizeOf(bit_holes) != 8) @compileError("size of bit_holes");
    if (@alignOf(bit_holes) != 4) @compileError("align of bit_holes");
    if (@offsetOf(bit_holes, "d") != 6) @compileError("offset of bit_holes.d");
}

pub const bit_packed = extern struct {
    _bits_0: [14]u8,
    pub fn get_a(self_: *const @This()) u8 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u8, @intCast((@import("std").mem.littleToNative(u64, word_) << 61) >> 61));
    }
    pub fn set_a(self_: *@This(), value_: u8) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x7));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u8, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_b(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], b_[2], b_[3], b_[4], 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 31) >> 34));
    }
    pub fn set_b(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1fffffff8));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 3));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[2] = (b_[2] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[3] = (b_[3] & ~mask_[3]) | (bits_[3] & mask_[3]);
        b_[4] = (b_[4] & ~mask_[4]) | (bits_[4] & mask_[4]);
    }
    pub fn get_c(self_: *const @This()) u16 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[4], b_[5], 0, 0, 0, 0, 0, 0 });
        return @as(u16, @intCast((@import("std").mem.littleToNative(u64, word_) << 48) >> 49));
    }
    pub fn set_c(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffe));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u16, @bitCast(value_))) << 1));
        b_[4] = (b_[4] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[5] = (b_[5] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_d(self_: *const @This()) u64 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[6], b_[7], b_[8], b_[9], b_[10], b_[11], b_[12], b_[13] });
        return @as(u64, @intCast((@import("std").mem.littleToNative(u64, word_) << 0) >> 0));
    }
    pub fn set_d(self_: *@This(), value_: u64) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xffffffffffffffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u64, @bitCast(value_))) << 0));
        b_[6] = (b_[6] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[7] = (b_[7] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[8] = (b_[8] & ~mask_[2]) | (bits_[2] & mask_[2]);
        b_[9] = (b_[9] & ~mask_[3]) | (bits_[3] & mask_[3]);
        b_[10] = (b_[10] & ~mask_[4]) | (bits_[4] & mask_[4]);
        b_[11] = (b_[11] & ~mask_[5]) | (bits_[5] & mask_[5]);
        b_[12] = (b_[12] & ~mask_[6]) | (bits_[6] & mask_[6]);
        b_[13] = (b_[13] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
};
comptime {
    if (@sizeOf(bit_packed) != 14) @compileError("size of bit_packed");
    if (@alignOf(bit_packed) != 1) @compileError("align of bit_packed");
}

pub const bit_after_plain = extern struct {
    plain: u8 align(4),
    _bits_1: [3]u8,
    after: u8,
    _padding_5: [3]u8,
    pub fn get_low(self_: *const @This()) u32 {
        const b_ = &self_._bits_1;
        const word_: u64 = @bitCast([_]u8{ b_[0], 0, 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_low(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_1;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
    }
    pub fn get_high(self_: *const @This()) u32 {
        const b_ = &self_._bits_1;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], b_[2], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 44));
    }
    pub fn set_high(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_1;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffff0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[2] = (b_[2] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
};
comptime {
    if (@sizeOf(bit_after_plain) != 8) @compileError("size of bit_after_plain");
    if (@alignOf(bit_after_plain) != 4) @compileError("align of bit_after_plain");
    if (@offsetOf(bit_after_plain, "plain") != 0) @compileError("offset of bit_after_plain.plain");
    if (@offsetOf(bit_after_plain, "after") != 4) @compileError("offset of bit_after_plain.after");
}

pub const word__bindgen_ty_1 = extern struct {
    _bits_0: [4]u8 align(4),
    pub fn get_low(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 52) >> 52));
    }
    pub fn set_low(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
    pub fn get_high(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[1], b_[2], b_[3], 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 40) >> 44));
    }
    pub fn set_high(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0xfffff0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[1] = (b_[1] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[2] = (b_[2] & ~mask_[1]) | (bits_[1] & mask_[1]);
        b_[3] = (b_[3] & ~mask_[2]) | (bits_[2] & mask_[2]);
    }
};
comptime {
    if (@sizeOf(word__bindgen_ty_1) != 4) @compileError("size of word__bindgen_ty_1");
    if (@alignOf(word__bindgen_ty_1) != 4) @compileError("align of word__bindgen_ty_1");
}

pub const word = extern union {
    whole: u32 align(4),
    half: [2]u16,
    byte: [4]u8,
    parts: word__bindgen_ty_1 align(4),
    _bits_0: [2]u8,
    pub fn get_bits(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ b_[0], b_[1], 0, 0, 0, 0, 0, 0 });
        return @as(u32, @intCast((@import("std").mem.littleToNative(u64, word_) << 55) >> 55));
    }
    pub fn set_bits(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, 0x1ff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToLittle(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[0]) | (bits_[0] & mask_[0]);
        b_[1] = (b_[1] & ~mask_[1]) | (bits_[1] & mask_[1]);
    }
};
comptime {
    if (@sizeOf(word) != 4) @compileError("size of word");
    if (@alignOf(word) != 4) @compileError("align of word");
}

pub const nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1 = extern union {
    one: u8,
    right: u16,
};
comptime {
    if (@sizeOf(nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1) != 2) @compileError("size of nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1");
    if (@alignOf(nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1) != 2) @compileError("align of nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1");
}

pub const nested__bindgen_ty_1__bindgen_ty_1 = extern struct {
    left: u16,
    __bindgen_anon_2: nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1,
};
comptime {
    if (@sizeOf(nested__bindgen_ty_1__bindgen_ty_1) != 4) @compileError("size of nested__bindgen_ty_1__bindgen_ty_1");
    if (@alignOf(nested__bindgen_ty_1__bindgen_ty_1) != 2) @compileError("align of nested__bindgen_ty_1__bindgen_ty_1");
    if (@offsetOf(nested__bindgen_ty_1__bindgen_ty_1, "left") != 0) @compileError("offset of nested__bindgen_ty_1__bindgen_ty_1.left");
    if (@offsetOf(nested__bindgen_ty_1__bindgen_ty_1, "__bindgen_anon_2") != 2) @compileError("offset of nested__bindgen_ty_1__bindgen_ty_1.__bindgen_anon_2");
}

pub const nested__bindgen_ty_1__bindgen_ty_2 = extern struct {
    far_away: u64 align(4),
};
comptime {
    if (@sizeOf(nested__bindgen_ty_1__bindgen_ty_2) != 8) @compileError("size of nested__bindgen_ty_1__bindgen_ty_2");
    if (@alignOf(nested__bindgen_ty_1__bindgen_ty_2) != 4) @compileError("align of nested__bindgen_ty_1__bindgen_ty_2");
    if (@offsetOf(nested__bindgen_ty_1__bindgen_ty_2, "far_away") != 0) @compileError("offset of nested__bindgen_ty_1__bindgen_ty_2.far_away");
}

pub const nested__bindgen_ty_1 = extern union {
    __bindgen_anon_1: nested__bindgen_ty_1__bindgen_ty_1,
    both: u32 align(4),
    named: nested__bindgen_ty_1__bindgen_ty_2 align(4),
};
comptime {
    if (@sizeOf(nested__bindgen_ty_1) != 8) @compileError("size of nested__bindgen_ty_1");
    if (@alignOf(nested__bindgen_ty_1) != 4) @compileError("align of nested__bindgen_ty_1");
}

pub const nested__bindgen_ty_2 = extern struct {
    inner: u8,
};
comptime {
    if (@sizeOf(nested__bindgen_ty_2) != 1) @compileError("size of nested__bindgen_ty_2");
    if (@alignOf(nested__bindgen_ty_2) != 1) @compileError("align of nested__bindgen_ty_2");
    if (@offsetOf(nested__bindgen_ty_2, "inner") != 0) @compileError("offset of nested__bindgen_ty_2.inner");
}

pub const nested = extern struct {
    tag: u32 align(4),
    __bindgen_anon_2: nested__bindgen_ty_1 align(4),
    __bindgen_anon_3: nested__bindgen_ty_2,
    _padding_13: [3]u8,
    last: u32 align(4),
};
comptime {
    if (@sizeOf(nested) != 20) @compileError("size of nested");
    if (@alignOf(nested) != 4) @compileError("align of nested");
    if (@offsetOf(nested, "tag") != 0) @compileError("offset of nested.tag");
    if (@offsetOf(nested, "__bindgen_anon_2") != 4) @compileError("offset of nested.__bindgen_anon_2");
    if (@offsetOf(nested, "__bindgen_anon_3") != 12) @compileError("offset of nested.__bindgen_anon_3");
    if (@offsetOf(nested, "last") != 16) @compileError("offset of nested.last");
}

pub const flexible = extern struct {
    count: u32 align(4),
    items: [0]u16, // as many as there are
};
comptime {
    if (@sizeOf(flexible) != 4) @compileError("size of flexible");
    if (@alignOf(flexible) != 4) @compileError("align of flexible");
    if (@offsetOf(flexible, "count") != 0) @compileError("offset of flexible.count");
    if (@offsetOf(flexible, "items") != 4) @compileError("offset of flexible.items");
}

pub const zero_array = extern struct {
    count: u32 align(4),
    nothing: [0]u64 align(4),
    after: u32 align(4),
};
comptime {
    if (@sizeOf(zero_array) != 8) @compileError("size of zero_array");
    if (@alignOf(zero_array) != 4) @compileError("align of zero_array");
    if (@offsetOf(zero_array, "count") != 0) @compileError("offset of zero_array.count");
    if (@offsetOf(zero_array, "nothing") != 4) @compileError("offset of zero_array.nothing");
    if (@offsetOf(zero_array, "after") != 4) @compileError("offset of zero_array.after");
}

pub const flexible_in_union__bindgen_ty_1 = extern union {
    as_words: [0]u32 align(4),
    as_bytes: [0]u8,
};
comptime {
    if (@sizeOf(flexible_in_union__bindgen_ty_1) != 0) @compileError("size of flexible_in_union__bindgen_ty_1");
    if (@alignOf(flexible_in_union__bindgen_ty_1) != 4) @compileError("align of flexible_in_union__bindgen_ty_1");
}

pub const flexible_in_union = extern struct {
    kind: u32 align(4),
    __bindgen_anon_2: flexible_in_union__bindgen_ty_1 align(4),
};
comptime {
    if (@sizeOf(flexible_in_union) != 4) @compileError("size of flexible_in_union");
    if (@alignOf(flexible_in_union) != 4) @compileError("align of flexible_in_union");
    if (@offsetOf(flexible_in_union, "kind") != 0) @compileError("offset of flexible_in_union.kind");
    if (@offsetOf(flexible_in_union, "__bindgen_anon_2") != 4) @compileError("offset of flexible_in_union.__bindgen_anon_2");
}

pub const nothing = extern struct {
};
comptime {
    if (@sizeOf(nothing) != 0) @compileError("size of nothing");
    if (@alignOf(nothing) != 1) @compileError("align of nothing");
}

pub const around_nothing = extern struct {
    before: u32 align(4),
    none: nothing,
    many: [3]nothing,
    after: u32 align(4),
};
comptime {
    if (@sizeOf(around_nothing) != 8) @compileError("size of around_nothing");
    if (@alignOf(around_nothing) != 4) @compileError("align of around_nothing");
    if (@offsetOf(around_nothing, "before") != 0) @compileError("offset of around_nothing.before");
    if (@offsetOf(around_nothing, "none") != 4) @compileError("offset of around_nothing.none");
    if (@offsetOf(around_nothing, "many") != 4) @compileError("offset of around_nothing.many");
    if (@offsetOf(around_nothing, "after") != 4) @compileError("offset of around_nothing.after");
}

pub const list_head = extern struct {
    next: Ptr32(list_head) align(4),
    prev: Ptr32(list_head) align(4),
};
comptime {
    if (@sizeOf(list_head) != 8) @compileError("size of list_head");
    if (@alignOf(list_head) != 4) @compileError("align of list_head");
    if (@offsetOf(list_head, "next") != 0) @compileError("offset of list_head.next");
    if (@offsetOf(list_head, "prev") != 4) @compileError("offset of list_head.prev");
}

pub const parent = extern struct {
    children: list_head align(4),
    eldest: Ptr32(child) align(4),
    grand: Ptr32(parent) align(4),
};
comptime {
    if (@sizeOf(parent) != 16) @compileError("size of parent");
    if (@alignOf(parent) != 4) @compileError("align of parent");
    if (@offsetOf(parent, "children") != 0) @compileError("offset of parent.children");
    if (@offsetOf(parent, "eldest") != 8) @compileError("offset of parent.eldest");
    if (@offsetOf(parent, "grand") != 12) @compileError("offset of parent.grand");
}

pub const child = extern struct {
    siblings: list_head align(4),
    parent: Ptr32(parent) align(4),
};
comptime {
    if (@sizeOf(child) != 12) @compileError("size of child");
    if (@alignOf(child) != 4) @compileError("align of child");
    if (@offsetOf(child, "siblings") != 0) @compileError("offset of child.siblings");
    if (@offsetOf(child, "parent") != 8) @compileError("offset of child.parent");
}

pub const handler = extern struct {
    run: Ptr32(fn (Ptr32(handler), Ptr32(anyopaque), u32) callconv(.c) i32) align(4),
    done: Ptr32(fn () callconv(.c) void) align(4),
    state: u8,
    _padding_9: [3]u8,
};
comptime {
    if (@sizeOf(handler) != 12) @compileError("size of handler");
    if (@alignOf(handler) != 4) @compileError("align of handler");
    if (@offsetOf(handler, "run") != 0) @compileError("offset of handler.run");
    if (@offsetOf(handler, "done") != 4) @compileError("offset of handler.done");
    if (@offsetOf(handler, "state") != 8) @compileError("offset of handler.state");
}

pub const outer = extern struct {
    inner: holes align(4),
    after: u8,
    tight: @"packed",
    _padding_41: [3]u8,
    array: [2]holes align(4),
};
comptime {
    if (@sizeOf(outer) != 92) @compileError("size of outer");
    if (@alignOf(outer) != 4) @compileError("align of outer");
    if (@offsetOf(outer, "inner") != 0) @compileError("offset of outer.inner");
    if (@offsetOf(outer, "after") != 24) @compileError("offset of outer.after");
    if (@offsetOf(outer, "tight") != 25) @compileError("offset of outer.tight");
    if (@offsetOf(outer, "array") != 44) @compileError("offset of outer.array");
}

pub const layouts = extern union {
    holes: holes align(4),
    @"packed": @"packed",
    packed_but: packed_but align(4),
    aligned: aligned align(4),
    cache_lines: cache_lines align(4),
    bit_widths: bit_widths align(4),
    bit_crossing: bit_crossing align(4),
    bit_types: bit_types align(4),
    bit_holes: bit_holes align(4),
    bit_packed: bit_packed,
    bit_after_plain: bit_after_plain align(4),
    word: word align(4),
    nested: nested align(4),
    flexible: flexible align(4),
    zero_array: zero_array align(4),
    flexible_in_union: flexible_in_union align(4),
    nothing: nothing,
    around_nothing: around_nothing align(4),
    parent: parent align(4),
    child: child align(4),
    handler: handler align(4),
    outer: outer align(4),
};
comptime {
    if (@sizeOf(layouts) != 128) @compileError("size of layouts");
    if (@alignOf(layouts) != 4) @compileError("align of layouts");
}

/// Functions and variables.
pub const symbols = struct {
    // `layouts`: its name is a type's.
    pub const layouts___2 = @extern(*layouts, .{ .name = "layouts" });
};
