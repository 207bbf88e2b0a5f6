//! The bars of the desk's work: printing, taking a kernel out of an atlas, work that takes longer than expected, and a
//! desk that does not respond.

use desk::{Amount, Lane, Topic};

use crate::incoming::{Reading, Work};
use crate::msg::{AtlasMsg, Effect, Msg};
use crate::out::Out;

/// The bars of the desk's work.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    /// A bar that is shown from the beginning of its work.
    work: Option<Reading>,
    /// The bar of a question that takes longer than expected.
    slow: Option<Reading>,
    /// The bar that says that the desk does not respond.
    silence: Option<Reading>,
}

impl Bars {
    /// The bar that says that the desk does not respond.
    pub(crate) fn silence(&self) -> Option<&Reading> {
        self.silence.as_ref()
    }

    /// The bar of the desk's work: the bar that is shown from the beginning of the work, or else the bar of slow work.
    pub(crate) fn work(&self) -> Option<&Reading> {
        self.work.as_ref().or(self.slow.as_ref())
    }

    /// Shows a bar for work that begins.
    pub(crate) fn begin(&mut self, bar: Reading) {
        self.work = Some(bar);
    }

    /// Removes and returns the bar of this work.
    pub(crate) fn end(&mut self, work: Work) -> Option<Reading> {
        self.work.take_if(|bar| bar.work == work)
    }

    /// Updates the bar of the work in a lane.
    pub(crate) fn progress(&mut self, lane: Lane, what: &str, amount: &Amount) {
        let bars = [&mut self.work, &mut self.slow].into_iter().flatten();
        for bar in bars.filter(|bar| bar.work == Work::Desk(lane)) {
            (bar.what, bar.amount) = (what.to_owned(), amount.clone());
        }
    }

    /// Shows a bar for the question in this lane, which takes longer than expected; if `lane` is none, removes the bar.
    /// The screen Changes shows the progress of its question itself, so this question gets no bar.
    pub(crate) fn set_slow(&mut self, lane: Option<Lane>) {
        self.slow = lane
            .filter(|lane| lane.topic != Topic::AskChanges)
            .map(|lane| of_worker(Work::Desk(lane), lane.topic.doing()));
    }

    /// Shows or removes the bar that says that the desk does not respond. The person decides whether to wait.
    pub(crate) fn set_silent(&mut self, silent: bool) {
        let what = "has not responded for 15 seconds: it is busy or has stopped.";
        self.silence = silent.then(|| of_worker(Work::Silence, what));
    }

    /// The effect that restarts a desk that does not respond; none if it responds.
    pub(crate) fn restart(&mut self) -> Option<Effect> {
        self.silence.take().map(|_| Effect::RestartDesk)
    }

    /// Cancels the work whose bar is shown.
    pub(crate) fn cancel(&mut self) -> Vec<Out> {
        let Some(Reading { work: Work::Desk(lane), what, name, .. }) = self.work.take().or_else(|| self.slow.take())
        else {
            return vec![];
        };
        self.slow = None;
        let said = Msg::Notice(format!("{name}: {what} was cancelled"));
        let taken = (lane.topic == Topic::TakeKernel).then(|| Msg::Atlas(AtlasMsg::Cancelled).into());
        [said.into(), Effect::CancelJob(lane).into()].into_iter().chain(taken).collect()
    }
}

fn of_worker(work: Work, what: &str) -> Reading {
    Reading { work, name: "The worker".to_owned(), what: what.to_owned(), amount: Amount::default() }
}
