/* A question before each read: the verifier leaves out the read after a no. */
#define SEC(name) __attribute__((section(name), used))

static long (*bpf_probe_read_kernel)(void *to, unsigned int size, const void *from) = (void *)113;

#define bpf_core_field_exists(field) __builtin_preserve_field_info(field, 2)

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

	if (bpf_core_field_exists(task->__state))
		bpf_probe_read_kernel(&state, sizeof(state), &task->__state);
	else if (bpf_core_field_exists(old->state))
		bpf_probe_read_kernel(&state_old, sizeof(state_old), &old->state);
	return 0;
}

char _license[] SEC("license") = "Dual MIT/GPL";
