// Counts the connections of each process. A small program with a bit of everything that BTF can say.

#define SEC(name) __attribute__((section(name), used))
#define CORE __attribute__((preserve_access_index))

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u16 be16;
typedef u32 be32;

// The first bytes of a TCP segment: bitfields, a bit each for the flags.
struct tcp_segment {
	be16 source, destination;
	be32 sequence, acknowledged;
	u16 reserved : 4, words : 4;
	u16 fin : 1, syn : 1, reset : 1, push : 1, ack : 1, urgent : 1, echo : 1, reduced : 1;
	be16 window;
};

enum direction { INBOUND = -1, UNKNOWN, OUTBOUND };

// A node that points at its own kind, and a struct with holes and unions without a name.
struct event {
	struct event *next;
	enum direction direction;
	u64 time;
	u8 family;
	union {
		struct {
			be32 source, destination;
		};
		u8 address[16];
	};
	u16 port;
	u32 retries : 5, urgent : 1, pace : 20;
	struct tcp_segment segment;
	_Bool closed;
};

// How a protocol is handled: pointers to functions.
struct protocol {
	const char *name;
	int (*parse)(const struct event *event, void *data, u32 length);
	void (*free)(struct event *event);
};

// What the program knows of the kernel. Names and types count; offsets are looked up in the running kernel's BTF (CO-RE).
struct sock_common {
	be32 skc_daddr;
	be16 skc_dport;
	u16 skc_family;
} CORE;

struct sock {
	struct sock_common __sk_common;
} CORE;

struct task_struct {
	int tgid;
	struct task_struct __attribute__((btf_type_tag("rcu"))) *real_parent;
	char comm[16];
} CORE;

// A map, declared in BTF: the length of an array is a number, the target of a pointer a type.
struct {
	int (*type)[1]; // BPF_MAP_TYPE_HASH
	int (*max_entries)[1024];
	u32 *key;
	struct event *value;
} events SEC(".maps");

const volatile u16 watched_port = 443;
u64 seen;
struct protocol tcp = { .name = "tcp" };

static void *(*map_lookup)(void *map, const void *key) = (void *)1;
static struct task_struct *(*current_task)(void) = (void *)158;

// Each new connection: notes the address in the process's event.
SEC("fentry/tcp_connect")
int on_connect(u64 *arguments)
{
	struct sock *sock = (struct sock *)arguments[0];
	struct task_struct *task = current_task();
	u32 process = task->tgid;
	struct event *event = map_lookup(&events, &process);

	if (!event || sock->__sk_common.skc_dport != __builtin_bswap16(watched_port))
		return 0;
	event->family = sock->__sk_common.skc_family;
	event->destination = sock->__sk_common.skc_daddr;
	event->direction = OUTBOUND;
	seen++;
	return 0;
}

// Each process that ends: closes the event of its parent, where this kernel has the field.
SEC("tp_btf/sched_process_exit")
int on_exit(u64 *arguments)
{
	struct task_struct *task = (struct task_struct *)arguments[0];
	struct event *event;
	u32 process = 0;

	if (__builtin_preserve_field_info(task->real_parent, 2))
		process = task->real_parent->tgid;
	event = map_lookup(&events, &process);
	if (event)
		event->closed = 1;
	return 0;
}

char _license[] SEC("license") = "Dual MIT/GPL";
