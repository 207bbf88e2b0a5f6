//! Reasons why no code is written.

/// Why no code can be written that reads a field or declares the arguments of a function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
pub enum Unreadable {
    /// A struct or union on the way has no name.
    #[error("a struct on the way has no name, and CO-RE finds types by their names")]
    NoName,
    /// A name is not an identifier of C.
    #[error("“{0}” is no name in C")]
    NotC(String),
    /// A pointer on the way leads to memory of a process.
    #[error("a pointer on the way leads to the memory of a process (__user): read it with bpf_probe_read_user")]
    UserMemory,
    /// A pointer on the way points to a per-CPU variable.
    #[error("a pointer on the way is __percpu: each CPU has its own value, which bpf_per_cpu_ptr leads to")]
    PerCpu,
    /// A pointer on the way does not lead to a struct or union.
    #[error("a pointer on the way leads to no struct: read it first, then read what it leads to")]
    PointerToPointer,
    /// An element is asked for behind a pointer.
    #[error("an element behind a pointer: read the pointer first, then the element with bpf_probe_read_kernel")]
    ElementBehindPointer,
    /// The path has more steps than CO-RE takes.
    #[error("the path has more steps than the 64 of a CO-RE access string")]
    Long,
    /// A function takes or returns a struct as a whole.
    #[error("a struct is passed by value: BPF_PROG2 of newer libbpf takes such arguments")]
    ByValue,
    /// A function takes any number of arguments.
    #[error("its arguments end with ...: fentry refuses such functions, and a kprobe sees those with names")]
    Variadic,
    /// A function takes or returns a floating-point number.
    #[error("a floating-point number is passed, which no program sees")]
    Float,
    /// The type of the field, argument or returned value has no size, or is not one that code can declare.
    #[error("its type has no size that is known")]
    NoValue,
}
