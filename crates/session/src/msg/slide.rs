//! Messages of the slider over kernels.

/// Messages of the slider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlideMsg {
    /// Show the slider: ask what the relocation becomes on the kernels.
    Show,
    /// Go to this stop of the lane.
    At(usize),
    /// Go over to this lane.
    Lane(usize),
}
