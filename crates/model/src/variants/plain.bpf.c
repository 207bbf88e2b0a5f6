/* A copy of a part of the kernel's struct: its offset is compiled in. */
#define SEC(name) __attribute__((section(name), used))

static long (*bpf_probe_read_kernel)(void *to, unsigned int size, const void *from) = (void *)113;

struct task_struct {
	void *stack;
	unsigned int __state;
};

unsigned int state;

SEC("raw_tp/sched_switch")
int on_switch(unsigned long long *args)
{
	struct task_struct *task = (void *)args[1];

	bpf_probe_read_kernel(&state, sizeof(state), &task->__state);
	return 0;
}

char _license[] SEC("license") = "Dual MIT/GPL";
