typedef __kernel_pid_t pid_t;
typedef __kernel_uid32_t uid_t;
typedef __kernel_gid32_t gid_t;
typedef __kernel_loff_t loff_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef u32 __kernel_dev_t;
typedef __kernel_dev_t dev_t;
typedef unsigned short umode_t;
typedef unsigned int gfp_t;
typedef unsigned int fmode_t;
typedef u64 sector_t;
typedef s64 ktime_t;
typedef __s64 time64_t;
typedef u64 dma_addr_t;
typedef u64 phys_addr_t;
typedef struct { int counter; } atomic_t;
typedef struct { s64 counter; } atomic64_t;
struct refcount_struct { atomic_t refs; };
typedef struct refcount_struct refcount_t;
#ifdef __BIG_ENDIAN
typedef struct qspinlock {
	union {
		atomic_t val;
		struct { u16 tail; u16 locked_pending; };
		struct { u8 reserved[2]; u8 pending; u8 locked; };
	};
} arch_spinlock_t;
#else
typedef struct qspinlock {
	union {
		atomic_t val;
		struct { u8 locked; u8 pending; };
		struct { u16 locked_pending; u16 tail; };
	};
} arch_spinlock_t;
#endif
typedef struct raw_spinlock { arch_spinlock_t raw_lock; } raw_spinlock_t;
typedef struct spinlock { union { struct raw_spinlock rlock; }; } spinlock_t;
struct kref { refcount_t refcount; };
typedef struct { uid_t val; } kuid_t;
typedef struct { gid_t val; } kgid_t;
struct list_head { struct list_head *next, *prev; };
struct hlist_node { struct hlist_node *next, **pprev; };
struct hlist_head { struct hlist_node *first; };
struct wait_queue_head { spinlock_t lock; struct list_head head; };
typedef struct wait_queue_head wait_queue_head_t;
struct rb_node {
	unsigned long __rb_parent_color;
	struct rb_node *rb_right;
	struct rb_node *rb_left;
} __attribute__((aligned(sizeof(long))));
struct rb_root { struct rb_node *rb_node; };
struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *);
} __attribute__((aligned(sizeof(void *))));
#define rcu_head callback_head
