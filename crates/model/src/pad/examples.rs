//! Example sources for the scratch pad.

/// An example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// Its subject.
    pub title: &'static str,
    /// The source.
    pub text: &'static str,
}

/// All examples; the pad starts with the first.
pub const EXAMPLES: &[Example] = &[
    Example { title: "A bit of everything", text: include_str!("everything.c") },
    Example { title: "Holes, and the same without", text: HOLES },
    Example { title: "Bitfields", text: BITFIELDS },
    Example { title: "Cache lines of two writers", text: LINES },
    Example { title: "Words of the kernel", text: KERNEL },
    Example { title: "Maps and globals of a program", text: PROGRAM },
    Example { title: "Tags", text: TAGS },
    Example { title: "A lock too many, for the verdict", text: LOCKS },
];

const HOLES: &str = "\
struct session {
	char kind;
	u64 started;		// 7 bytes are lost before it
	u16 port;
	u32 address;		// 2 bytes
	bool open;
};				// 7 bytes of padding

/* The same members, the largest first. */
struct session_small {
	u64 started;
	u32 address;
	u16 port;
	char kind;
	bool open;
};

_Static_assert(sizeof(struct session) == 32, \"with holes\");
_Static_assert(sizeof(struct session_small) == 16, \"without\");
";

const BITFIELDS: &str = "\
struct packet {
	u32 version : 4;
	u32 length : 12;	// shares the word with version
	u32 : 0;		// the next one begins a new word
	u32 flags : 20;
	u32 class : 20;		// does not fit behind flags
	u8 last : 1;
};

/* Packed ones cross words. Choose big-endian above and look again. */
struct tight {
	u32 first : 20;
	u32 second : 20;
} __packed;
";

const LINES: &str = "\
struct queue {
	struct {
		spinlock_t lock;
		u32 head;
		u64 produced;
	} producer ____cacheline_aligned;	// a line for each writer
	struct {
		spinlock_t lock;
		u32 tail;
		u64 consumed;
	} consumer ____cacheline_aligned_in_smp;
};
";

const KERNEL: &str = "\
struct cache {
	spinlock_t lock;
	wait_queue_head_t waiters;
	struct list_head items;
	struct rb_node node;
	DECLARE_BITMAP(used, 100);
	u64 __percpu *hits;
	struct task_struct __rcu *owner;
	char __user *buffer;
	refcount_t refs;
	u32 count;
	u32 sizes[] __counted_by(count);
};

struct cache_ops {
	int (*open)(struct cache *cache);
	void (*close)(struct cache *cache);
} __randomize_layout;
";

const PROGRAM: &str = "\
struct event { u32 pid; char name[16]; };

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, u32);
	__type(value, struct event);
} events SEC(\".maps\");

int wanted = 1;				// .data
u64 seen;				// .bss
const volatile u32 limit = 16;		// .rodata
const char license[] SEC(\"license\") = \"GPL\";

extern int LINUX_KERNEL_VERSION __kconfig;
extern bool CONFIG_PREEMPT __kconfig __weak;
extern void bpf_rcu_read_lock(void) __ksym;
";

const TAGS: &str = "\
struct node {
	struct node __kptr *next;
	char __user *name;
	int depth __attribute__((btf_decl_tag(\"guarded_by:lock\")));
};

int walk(struct node *from, struct node *to __arg_nullable);
";

const LOCKS: &str = "\
struct bpf_spin_lock { unsigned int val; };

/* Since Linux 6.2 a struct may have one. Remove the second, and watch the verdict below. */
struct account {
	struct bpf_spin_lock lock;
	struct bpf_spin_lock log_lock;
	long balance;
};
";
