#define __packed __attribute__((packed))
#define __aligned(x) __attribute__((aligned(x)))
#define ____cacheline_aligned __attribute__((aligned(64)))
#define ____cacheline_aligned_in_smp ____cacheline_aligned
#define __cacheline_aligned __attribute__((aligned(64), section(".data..cacheline_aligned")))
#define __cacheline_aligned_in_smp __cacheline_aligned
#define ____cacheline_internodealigned_in_smp ____cacheline_aligned
#define __randomize_layout
#define __no_randomize_layout
#define __counted_by(member)
#define __counted_by_le(member)
#define __counted_by_be(member)
#define __counted_by_ptr(member)
#define __user __attribute__((btf_type_tag("user")))
#define __rcu __attribute__((btf_type_tag("rcu")))
#define __percpu __attribute__((btf_type_tag("percpu")))
#define __kptr __attribute__((btf_type_tag("kptr")))
#define __kptr_untrusted __attribute__((btf_type_tag("kptr_untrusted")))
#define __percpu_kptr __attribute__((btf_type_tag("percpu_kptr")))
#define __uptr __attribute__((btf_type_tag("uptr")))
#define __arg_ctx __attribute__((btf_decl_tag("arg:ctx")))
#define __arg_nonnull __attribute__((btf_decl_tag("arg:nonnull")))
#define __arg_nullable __attribute__((btf_decl_tag("arg:nullable")))
#define __arg_trusted __attribute__((btf_decl_tag("arg:trusted")))
#define __ksym __attribute__((section(".ksyms")))
#define __kconfig __attribute__((section(".kconfig")))
#define __hidden __attribute__((visibility("hidden")))
#define __section(name) __attribute__((section(name)))
#define __read_mostly __attribute__((section(".data..read_mostly")))
#define __ro_after_init __attribute__((section(".data..ro_after_init")))
#define __iomem
#define __kernel
#define __nocast
#define __private
#define __must_check
#define __maybe_unused
#define __used
#define __noreturn
#define __noclone
#define __noinline
#define __bitwise
#define __force
#define __weak
#define __always_inline inline
#define __init
