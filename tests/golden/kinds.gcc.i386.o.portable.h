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
	BIG_ZERO = 0,
	BIG_MAX = 4294967295,
} __attribute__((mode(DI)));

enum big_signed {
	BIG_SIGNED_ONE = 1,
} __attribute__((mode(DI)));

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
};

enum verdict {
	VERDICT_ERROR = 4294967295,
	VERDICT_PASS = 0,
	VERDICT_LOWEST = 2147483648,
};

typedef int grid_t[4][3];

typedef unsigned int word_t;

typedef word_t counter_t;

typedef counter_t statistic_t;

typedef struct {
	statistic_t packets;
	statistic_t bytes;
} statistics;

struct arrays {
	int one[8];
	int two[4][3];
	char three[5][3][2];
	char *pointers[4];
	statistics each_cpu[2];
	grid_t grid;
};

struct floats;

union either {
	long unsigned int number;
	void *pointer;
	struct floats *floats;
};

struct enums {
	enum color color;
	enum verdict verdict;
	enum tiny tiny;
	int: 24;
	enum top_bit top_bit;
	enum big big;
	enum big_signed big_signed;
	enum {
		INNER_A = 0,
		INNER_B = 1,
	} anonymous;
} __attribute__((packed));

struct floats {
	float f32;
	double f64;
	long double f_long;
} __attribute__((packed));

struct ints {
	char plain_char;
	signed char signed_char;
	unsigned char unsigned_char;
	_Bool boolean;
	short int s16;
	short unsigned int u16;
	int s32;
	unsigned int u32;
	long int s_long;
	long unsigned int u_long;
	long long int s64;
	long long unsigned int u64;
};

typedef int (*callback_t)(void *, const char *, ...);

struct operations {
	int (*open)(struct operations *, int);
	void (*close)(void);
	callback_t callback;
	void * (*find)(const char *, int (*)(const void *, const void *));
	int (*table[3])(int);
	int (* (*maker)(int))(long int);
};

struct never_defined;

union never_defined_either;

struct pointers {
	void *any;
	const void *any_const;
	const char *text;
	char * const fixed;
	volatile int *device;
	const volatile unsigned int *status;
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
	int *user_pointer;
	struct ints *both;
	const char *percpu_text;
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
