//! The bars of the desk's work: what is printed or taken out, what takes longer than expected, and that the desk gives no sign.

use desk::{Amount, Lane, Topic};

use crate::look::atlas::AtlasMsg;
use crate::state::Out;
use crate::{Effect, Msg, Reading, Work};

/// The bars of the desk's work.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    /// Work that has a bar from its beginning.
    work: Option<Reading>,
    /// Work that takes longer than expected.
    slow: Option<Reading>,
    /// The desk gives no sign.
    silence: Option<Reading>,
}

impl Bars {
    /// The bar that says that the desk gives no sign.
    pub(crate) fn silence(&self) -> Option<&Reading> {
        self.silence.as_ref()
    }

    /// The bar of the desk's work.
    pub(crate) fn work(&self) -> Option<&Reading> {
        self.work.as_ref().or(self.slow.as_ref())
    }

    /// Work begins that has a bar from its beginning.
    pub(crate) fn begin(&mut self, bar: Reading) {
        self.work = Some(bar);
    }

    /// Takes the bar of this work away, if it is there.
    pub(crate) fn end(&mut self, work: Work) -> Option<Reading> {
        self.work.take_if(|bar| bar.work == work)
    }

    /// How far the work in a lane is.
    pub(crate) fn progress(&mut self, lane: Lane, what: &str, amount: &Amount) {
        let bars = [&mut self.work, &mut self.slow].into_iter().flatten();
        for bar in bars.filter(|bar| bar.work == Work::Desk(lane)) {
            (bar.what, bar.amount) = (what.to_owned(), amount.clone());
        }
    }

    /// Work takes longer than expected, or none does any more. The list of changes has a bar of its own, with a button.
    pub(crate) fn set_slow(&mut self, lane: Option<Lane>) {
        self.slow = lane
            .filter(|lane| lane.topic != Topic::AskChanges)
            .map(|lane| of_worker(Work::Desk(lane), lane.topic.doing()));
    }

    /// Whether the desk gives no sign. The person decides whether to go on waiting.
    pub(crate) fn set_silent(&mut self, silent: bool) {
        let what = "has not responded for 15 seconds: it is busy or has stopped.";
        self.silence = silent.then(|| of_worker(Work::Silence, what));
    }

    /// Ends a desk that gives no sign. None when it does.
    pub(crate) fn restart(&mut self) -> Option<Effect> {
        self.silence.take().map(|_| Effect::RestartDesk)
    }

    /// Gives up the work that has the bar.
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
