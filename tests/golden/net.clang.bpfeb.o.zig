// Made from BTF by btfscope: a big-endian machine with pointers of 8 bytes.
// Types that are only behind pointers are opaque. Padding is written out; every pattern of bytes is a value.

pub const be16 = u16;

pub const be32 = u32;

pub const ipv4_header__bindgen_ty_1__bindgen_ty_1 = extern struct {
    source: be32,
    destination: be32,
};
comptime {
    if (@sizeOf(ipv4_header__bindgen_ty_1__bindgen_ty_1) != 8) @compileError("size of ipv4_header__bindgen_ty_1__bindgen_ty_1");
    if (@alignOf(ipv4_header__bindgen_ty_1__bindgen_ty_1) != 4) @compileError("align of ipv4_header__bindgen_ty_1__bindgen_ty_1");
    if (@offsetOf(ipv4_header__bindgen_ty_1__bindgen_ty_1, "source") != 0) @compileError("offset of ipv4_header__bindgen_ty_1__bindgen_ty_1.source");
    if (@offsetOf(ipv4_header__bindgen_ty_1__bindgen_ty_1, "destination") != 4) @compileError("offset of ipv4_header__bindgen_ty_1__bindgen_ty_1.destination");
}

pub const ipv4_header__bindgen_ty_1__bindgen_ty_2 = extern struct {
    source: be32,
    destination: be32,
};
comptime {
    if (@sizeOf(ipv4_header__bindgen_ty_1__bindgen_ty_2) != 8) @compileError("size of ipv4_header__bindgen_ty_1__bindgen_ty_2");
    if (@alignOf(ipv4_header__bindgen_ty_1__bindgen_ty_2) != 4) @compileError("align of ipv4_header__bindgen_ty_1__bindgen_ty_2");
    if (@offsetOf(ipv4_header__bindgen_ty_1__bindgen_ty_2, "source") != 0) @compileError("offset of ipv4_header__bindgen_ty_1__bindgen_ty_2.source");
    if (@offsetOf(ipv4_header__bindgen_ty_1__bindgen_ty_2, "destination") != 4) @compileError("offset of ipv4_header__bindgen_ty_1__bindgen_ty_2.destination");
}

pub const ipv4_header__bindgen_ty_1 = extern union {
    __bindgen_anon_1: ipv4_header__bindgen_ty_1__bindgen_ty_1,
    addresses: ipv4_header__bindgen_ty_1__bindgen_ty_2,
};
comptime {
    if (@sizeOf(ipv4_header__bindgen_ty_1) != 8) @compileError("size of ipv4_header__bindgen_ty_1");
    if (@alignOf(ipv4_header__bindgen_ty_1) != 4) @compileError("align of ipv4_header__bindgen_ty_1");
}

pub const ipv4_header = extern struct {
    _bits_0: [1]u8,
    service: u8,
    length: be16,
    id: be16,
    fragment: be16,
    hops: u8,
    protocol: u8,
    checksum: u16,
    __bindgen_anon_10: ipv4_header__bindgen_ty_1,
    pub fn get_version(self_: *const @This()) u8 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u8, @intCast((@import("std").mem.bigToNative(u64, word_) << 56) >> 60));
    }
    pub fn set_version(self_: *@This(), value_: u8) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u8, @bitCast(value_))) << 4));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_words(self_: *const @This()) u8 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u8, @intCast((@import("std").mem.bigToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_words(self_: *@This(), value_: u8) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u8, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
};
comptime {
    if (@sizeOf(ipv4_header) != 20) @compileError("size of ipv4_header");
    if (@alignOf(ipv4_header) != 4) @compileError("align of ipv4_header");
    if (@offsetOf(ipv4_header, "service") != 1) @compileError("offset of ipv4_header.service");
    if (@offsetOf(ipv4_header, "length") != 2) @compileError("offset of ipv4_header.length");
    if (@offsetOf(ipv4_header, "id") != 4) @compileError("offset of ipv4_header.id");
    if (@offsetOf(ipv4_header, "fragment") != 6) @compileError("offset of ipv4_header.fragment");
    if (@offsetOf(ipv4_header, "hops") != 8) @compileError("offset of ipv4_header.hops");
    if (@offsetOf(ipv4_header, "protocol") != 9) @compileError("offset of ipv4_header.protocol");
    if (@offsetOf(ipv4_header, "checksum") != 10) @compileError("offset of ipv4_header.checksum");
    if (@offsetOf(ipv4_header, "__bindgen_anon_10") != 12) @compileError("offset of ipv4_header.__bindgen_anon_10");
}

pub const ipv6_header = extern struct {
    _bits_0: [4]u8 align(4),
    length: be16,
    next: u8,
    hops: u8,
    source: [16]u8,
    destination: [16]u8,
    pub fn get_version(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u32, @intCast((@import("std").mem.bigToNative(u64, word_) << 56) >> 60));
    }
    pub fn set_version(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_class_high(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u32, @intCast((@import("std").mem.bigToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_class_high(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_class_low(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u32, @intCast((@import("std").mem.bigToNative(u64, word_) << 56) >> 60));
    }
    pub fn set_class_low(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u32, @bitCast(value_))) << 4));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_flow_high(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u32, @intCast((@import("std").mem.bigToNative(u64, word_) << 60) >> 60));
    }
    pub fn set_flow_high(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_flow_low(self_: *const @This()) u32 {
        const b_ = &self_._bits_0;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, b_[2], b_[3] });
        return @as(u32, @intCast((@import("std").mem.bigToNative(u64, word_) << 48) >> 48));
    }
    pub fn set_flow_low(self_: *@This(), value_: u32) void {
        const b_ = &self_._bits_0;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xffff));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u32, @bitCast(value_))) << 0));
        b_[2] = (b_[2] & ~mask_[6]) | (bits_[6] & mask_[6]);
        b_[3] = (b_[3] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
};
comptime {
    if (@sizeOf(ipv6_header) != 40) @compileError("size of ipv6_header");
    if (@alignOf(ipv6_header) != 4) @compileError("align of ipv6_header");
    if (@offsetOf(ipv6_header, "length") != 4) @compileError("offset of ipv6_header.length");
    if (@offsetOf(ipv6_header, "next") != 6) @compileError("offset of ipv6_header.next");
    if (@offsetOf(ipv6_header, "hops") != 7) @compileError("offset of ipv6_header.hops");
    if (@offsetOf(ipv6_header, "source") != 8) @compileError("offset of ipv6_header.source");
    if (@offsetOf(ipv6_header, "destination") != 24) @compileError("offset of ipv6_header.destination");
}

pub const packet__bindgen_ty_1 = extern union {
    v4: ipv4_header,
    v6: ipv6_header,
};
comptime {
    if (@sizeOf(packet__bindgen_ty_1) != 40) @compileError("size of packet__bindgen_ty_1");
    if (@alignOf(packet__bindgen_ty_1) != 4) @compileError("align of packet__bindgen_ty_1");
}

pub const tcp_header = extern struct {
    source: be16,
    destination: be16,
    sequence: be32,
    acknowledged: be32,
    _bits_12: [2]u8,
    window: be16,
    checksum: u16,
    urgent: be16,
    pub fn get_words(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 56) >> 60));
    }
    pub fn set_words(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xf0));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 4));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_reserved(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 60) >> 61));
    }
    pub fn set_reserved(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0xe));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 1));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_accurate_ecn(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[0] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 63) >> 63));
    }
    pub fn set_accurate_ecn(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x1));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 0));
        b_[0] = (b_[0] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_cwr(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 56) >> 63));
    }
    pub fn set_cwr(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x80));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 7));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_ece(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 57) >> 63));
    }
    pub fn set_ece(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x40));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 6));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_urg(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 58) >> 63));
    }
    pub fn set_urg(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x20));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 5));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_ack(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 59) >> 63));
    }
    pub fn set_ack(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x10));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 4));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_psh(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 60) >> 63));
    }
    pub fn set_psh(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x8));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 3));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_rst(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 61) >> 63));
    }
    pub fn set_rst(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x4));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 2));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_syn(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 62) >> 63));
    }
    pub fn set_syn(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x2));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 1));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
    pub fn get_fin(self_: *const @This()) u16 {
        const b_ = &self_._bits_12;
        const word_: u64 = @bitCast([_]u8{ 0, 0, 0, 0, 0, 0, 0, b_[1] });
        return @as(u16, @intCast((@import("std").mem.bigToNative(u64, word_) << 63) >> 63));
    }
    pub fn set_fin(self_: *@This(), value_: u16) void {
        const b_ = &self_._bits_12;
        const mask_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, 0x1));
        const bits_: [8]u8 = @bitCast(@import("std").mem.nativeToBig(u64, @as(u64, @as(u16, @bitCast(value_))) << 0));
        b_[1] = (b_[1] & ~mask_[7]) | (bits_[7] & mask_[7]);
    }
};
comptime {
    if (@sizeOf(tcp_header) != 20) @compileError("size of tcp_header");
    if (@alignOf(tcp_header) != 4) @compileError("align of tcp_header");
    if (@offsetOf(tcp_header, "source") != 0) @compileError("offset of tcp_header.source");
    if (@offsetOf(tcp_header, "destination") != 2) @compileError("offset of tcp_header.destination");
    if (@offsetOf(tcp_header, "sequence") != 4) @compileError("offset of tcp_header.sequence");
    if (@offsetOf(tcp_header, "acknowledged") != 8) @compileError("offset of tcp_header.acknowledged");
    if (@offsetOf(tcp_header, "window") != 14) @compileError("offset of tcp_header.window");
    if (@offsetOf(tcp_header, "checksum") != 16) @compileError("offset of tcp_header.checksum");
    if (@offsetOf(tcp_header, "urgent") != 18) @compileError("offset of tcp_header.urgent");
}

pub const packet = extern struct {
    ip: packet__bindgen_ty_1,
    tcp: tcp_header,
};
comptime {
    if (@sizeOf(packet) != 60) @compileError("size of packet");
    if (@alignOf(packet) != 4) @compileError("align of packet");
    if (@offsetOf(packet, "ip") != 0) @compileError("offset of packet.ip");
    if (@offsetOf(packet, "tcp") != 40) @compileError("offset of packet.tcp");
}

/// Functions and variables.
pub const symbols = struct {
    // `packet`: its name is a type's.
    pub const packet___2 = @extern(*packet, .{ .name = "packet" });
};
