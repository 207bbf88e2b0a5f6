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

typedef unsigned char u8;

typedef unsigned int u32;

typedef u32 be32;

typedef unsigned short u16;

typedef u16 be16;

struct ipv4_header {
	u8 version: 4;
	u8 words: 4;
	u8 service;
	be16 length;
	be16 id;
	be16 fragment;
	u8 hops;
	u8 protocol;
	u16 checksum;
	union {
		struct {
			be32 source;
			be32 destination;
		};
		struct {
			be32 source;
			be32 destination;
		} addresses;
	};
};

struct ipv6_header {
	u32 version: 4;
	u32 class_high: 4;
	u32 class_low: 4;
	u32 flow_high: 4;
	u32 flow_low: 16;
	be16 length;
	u8 next;
	u8 hops;
	u8 source[16];
	u8 destination[16];
};

struct tcp_header {
	be16 source;
	be16 destination;
	be32 sequence;
	be32 acknowledged;
	u16 words: 4;
	u16 reserved: 3;
	u16 accurate_ecn: 1;
	u16 cwr: 1;
	u16 ece: 1;
	u16 urg: 1;
	u16 ack: 1;
	u16 psh: 1;
	u16 rst: 1;
	u16 syn: 1;
	u16 fin: 1;
	be16 window;
	u16 checksum;
	be16 urgent;
};

struct packet {
	union {
		struct ipv4_header v4;
		struct ipv6_header v6;
	} ip;
	struct tcp_header tcp;
};


/* BPF kfuncs */
#ifndef BPF_NO_KFUNC_PROTOTYPES
#endif

#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute pop
#endif

#endif /* __VMLINUX_H__ */
