#ifndef __VMLINUX_H__
#define __VMLINUX_H__

#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute push (__attribute__((preserve_access_index)), apply_to = record)
#endif

#ifndef __ksym
#define __ksym __attribute__((section(".ksyms")))
#endif

#ifndef __weak
#define __weak __attribute__((weak))
#endif

#ifndef __bpf_fastcall
#if __has_attribute(bpf_fastcall)
#define __bpf_fastcall __attribute__((bpf_fastcall))
#else
#define __bpf_fastcall
#endif
#endif

enum bit_signed {
	BIT_MINUS = -1,
	BIT_ZERO = 0,
};

typedef int s32;

typedef long long s64;

typedef signed char s8;

typedef unsigned char u8;

typedef unsigned int u32;

typedef unsigned long long u64;

typedef unsigned short u16;

struct aligned {
	u32 a;
	long: 64;
	long: 64;
	long: 64;
	u32 b;
	long: 64;
	long: 64;
	long: 64;
};

struct nothing {};

struct around_nothing {
	u32 before;
	struct nothing none;
	struct nothing many[3];
	u32 after;
};

struct bit_after_plain {
	u8 plain;
	u32 low: 4;
	u32 high: 20;
	u8 after;
};

struct bit_crossing {
	u64 low: 3;
	u64 middle: 58;
	u64 high: 3;
	u8 tail;
};

struct bit_holes {
	u32 a: 3;
	int: 29;
	u32 b: 5;
	char: 3;
	char: 4;
	u32 c: 1;
	u8 d;
	u16 e: 4;
};

struct bit_packed {
	u8 a: 3;
	u32 b: 30;
	u16 c: 15;
	u64 d: 64;
} __attribute__((packed));

enum bit_color {
	BIT_RED = 0,
	BIT_GREEN = 1,
	BIT_BLUE = 2,
};

struct bit_types {
	s32 negative: 5;
	u32 positive: 5;
	_Bool yes: 1;
	enum bit_color color: 2;
	enum bit_signed sign: 2;
	short: 1;
	s8 small: 7;
	u16 half: 9;
	long: 32;
	s64 wide: 33;
	const u32 fixed: 4;
};

struct bit_widths {
	u32 w1: 1;
	u32 w31: 31;
	u32 w2: 2;
	u32 w30: 30;
	u32 w3: 3;
	u32 w29: 29;
	u32 w4: 4;
	u32 w28: 28;
	u32 w5: 5;
	u32 w27: 27;
	u32 w6: 6;
	u32 w26: 26;
	u32 w7: 7;
	u32 w25: 25;
	u32 w8: 8;
	u32 w24: 24;
	u32 w9: 9;
	u32 w23: 23;
	u32 w10: 10;
	u32 w22: 22;
	u32 w11: 11;
	u32 w21: 21;
	u32 w12: 12;
	u32 w20: 20;
	u32 w13: 13;
	u32 w19: 19;
	u32 w14: 14;
	u32 w18: 18;
	u32 w15: 15;
	u32 w17: 17;
	u32 w16: 16;
	u32 w16_again: 16;
	u32 w32: 32;
};

struct cache_lines {
	u64 first[7];
	u8 across[16];
	u64 second[7];
};

struct list_head {
	struct list_head *next;
	struct list_head *prev;
};

struct parent;

struct child {
	struct list_head siblings;
	struct parent *parent;
};

struct flexible {
	u32 count;
	u16 items[0];
};

struct flexible_in_union {
	u32 kind;
	union {
		u32 as_words[0];
		u8 as_bytes[0];
	};
};

struct handler {
	int (*run)(struct handler *, void *, u32);
	void (*done)(void);
	u8 state;
};

struct holes {
	char a;
	u64 b;
	u16 c;
	u32 d;
	char e;
};

struct packed {
	char a;
	u64 b;
	u16 c;
	u32 d;
	char e;
} __attribute__((packed));

struct packed_but {
	char a;
	u32 b;
	u16 c;
};

union word {
	u32 whole;
	u16 half[2];
	u8 byte[4];
	struct {
		u32 low: 12;
		u32 high: 20;
	} parts;
	u32 bits: 9;
};

struct nested {
	u32 tag;
	union {
		struct {
			u16 left;
			union {
				u8 one;
				u16 right;
			};
		};
		u32 both;
		struct {
			u64 far_away;
		} named;
	};
	struct {
		u8 inner;
	};
	u32 last;
};

struct zero_array {
	u32 count;
	u64 nothing[0];
	u32 after;
};

struct wide_ints {
	u8 tag;
	long: 64;
	__int128 value;
};

struct parent {
	struct list_head children;
	struct child *eldest;
	const struct parent *grand;
};

struct outer {
	struct holes inner;
	u8 after;
	struct packed tight;
	struct holes array[2];
};

union layouts {
	struct holes holes;
	struct packed packed;
	struct packed_but packed_but;
	struct aligned aligned;
	struct cache_lines cache_lines;
	struct bit_widths bit_widths;
	struct bit_crossing bit_crossing;
	struct bit_types bit_types;
	struct bit_holes bit_holes;
	struct bit_packed bit_packed;
	struct bit_after_plain bit_after_plain;
	union word word;
	struct nested nested;
	struct flexible flexible;
	struct zero_array zero_array;
	struct flexible_in_union flexible_in_union;
	struct nothing nothing;
	struct around_nothing around_nothing;
	struct wide_ints wide_ints;
	struct parent parent;
	struct child child;
	struct handler handler;
	struct outer outer;
};


/* BPF kfuncs */
#ifndef BPF_NO_KFUNC_PROTOTYPES
#endif

#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute pop
#endif

#endif /* __VMLINUX_H__ */
