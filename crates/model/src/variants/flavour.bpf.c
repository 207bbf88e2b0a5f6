/* task_struct___old is task_struct before Linux 5.14. Both members are read. */
#define SEC(name) __attribute__((section(name), used))

static long (*bpf_probe_read_kernel)(void *to, unsigned int size, const void *from) = (void *)113;

struct task_struct {
	unsigned int __state;
} __attribute__((preserve_access_index));

struct task_struct___old {
	long state;
} __attribute__((preserve_access_index));

unsigned int state;
long state_old;

SEC("raw_tp/sched_switch")
int on_switch(unsigned long long *args)
{
	struct task_struct *task = (void *)args[1];
	struct task_struct___old *old = (void *)args[1];

	bpf_probe_read_kernel(&state, sizeof(state), &task->__state);
	bpf_probe_read_kernel(&state_old, sizeof(state_old), &old->state);
	return 0;
}

char _license[] SEC("license") = "Dual MIT/GPL";
