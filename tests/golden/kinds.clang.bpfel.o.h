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

enum big {
	BIG_ZERO = 0ULL,
	BIG_BIT_40 = 1099511627776ULL,
	BIG_MAX = 18446744073709551615ULL,
};

enum big_signed {
	BIG_SIGNED_MIN = -9223372036854775808LL,
	BIG_SIGNED_ONE = 1LL,
};

enum color {
	COLOR_RED = 0,
	COLOR_GREEN = 5,
	COLOR_BLUE = 6,
};

enum tiny {
	TINY_NO = 0,
	TINY_YES = 255,
} __attribute__((mode(byte)));

enum top_bit {
	TOP_BIT_CLEAR = 0,
	TOP_BIT_SET = 2147483648,
};

enum verdict {
	VERDICT_ERROR = -1,
	VERDICT_PASS = 0,
	VERDICT_LOWEST = -2147483648,
};

typedef int grid_t[3][4];

typedef unsigned int word_t;

typedef word_t counter_t;

typedef counter_t statistic_t;

typedef struct {
	statistic_t packets;
	statistic_t bytes;
} statistics;

struct arrays {
	int one[8];
	int two[3][4];
	char three[2][3][5];
	char *pointers[4];
	statistics each_cpu[2];
	grid_t grid;
};

struct floats;

union either {
	unsigned long number;
	void *pointer;
	struct floats *floats;
};

struct enums {
	enum color color;
	enum verdict verdict;
	enum tiny tiny;
	enum top_bit top_bit;
	enum big big;
	enum big_signed big_signed;
	enum {
		INNER_A = 0,
		INNER_B = 1,
	} anonymous;
};

struct floats {
	float f32;
	double f64;
};

struct ints {
	char plain_char;
	signed char signed_char;
	unsigned char unsigned_char;
	_Bool boolean;
	short s16;
	unsigned short u16;
	int s32;
	unsigned int u32;
	long s_long;
	unsigned long u_long;
	long long s64;
	unsigned long long u64;
	__int128 s128;
	unsigned __int128 u128;
};

typedef int (*callback_t)(void *, const char *, ...);

struct operations {
	int (*open)(struct operations *, int);
	void (*close)(void);
	callback_t callback;
	void * (*find)(const char *, int (*)(const void *, const void *));
	int (*table[3])(int);
	int (* (*maker)(int))(long);
};

struct never_defined;

union never_defined_either;

struct pointers {
	void *any;
	const void *any_const;
	const char *text;
	char * const fixed;
	volatile int *device;
	volatile const unsigned int *status;
	int * restrict alone;
	int **twice;
	const char * const *names;
	struct never_defined *opaque;
	union never_defined_either *opaque_union;
	struct pointers *self;
	grid_t *grid;
	int (*row)[4];
};

struct tagged {
	int __attribute__((btf_type_tag("user"))) *user_pointer;
	struct ints __attribute__((btf_type_tag("rcu"))) __attribute__((btf_type_tag("checked"))) *both;
	const char __attribute__((btf_type_tag("percpu"))) *percpu_text;
	int counted;
	int total;
};

typedef struct tagged tagged_t;


/* BPF kfuncs */
#ifndef BPF_NO_KFUNC_PROTOTYPES
#endif

#ifndef BPF_NO_PRESERVE_ACCESS_INDEX
#pragma clang attribute pop
#endif

#endif /* __VMLINUX_H__ */
