//! The kernel's verdict on BTF: compared with kernels' answers in the corpus, with the running kernel, and for handmade
//! blobs.

mod change;
mod corpus;
mod damage;
mod header_rules;
mod kernel;
mod kernel_changes;
mod kernel_programs;
mod libbpf_opens;
mod programs;
mod record_rules;
mod rules;
mod special;
mod syscall;
mod types_rules;
