// Change anything: the types beside follow.
#define NAME_LEN 16

enum state { IDLE, BUSY = 4, FAILED = -1 };

struct flags {
	u32 ready : 1;
	u32 level : 5;
	u32 : 2;		// not used
	u64 seq : 40;
};

struct task {
	struct list_head node;
	char name[NAME_LEN];
	enum state state;
	struct flags flags;
	union {
		u64 raw;
		struct { u32 lo, hi; };
	};
	bool online;
	int (*run)(struct task *self, void __user *arg);
	const struct task *parent;
	u8 data[];
};

_Static_assert(sizeof(struct task) <= 2 * 64, "two cache lines");
