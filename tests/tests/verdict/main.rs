//! What the kernel says of BTF: against kernels' answers in the corpus, the kernel that runs here, and blobs made by hand.

mod change;
mod corpus;
mod damage;
mod header_rules;
mod kernel;
mod kernel_changes;
mod kernel_programs;
mod programs;
mod record_rules;
mod rules;
mod special;
mod syscall;
mod types_rules;
