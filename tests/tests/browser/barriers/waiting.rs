//! States that wait: a file that is being read, a link without its file, remembered files. Also: a damaged file, and
//! the page embedded in another page.

use tests::browser::Browser;

use super::{Looker, themes};
use crate::damage::damaged;
use crate::steps::{Scratch, fixture, no_errors, open, open_fixture, remember, show};

/// A worker that never answers, so that reading a file never ends.
const SILENT: &str = "window.Worker = class extends EventTarget { postMessage() {} terminate() {} }";

#[tokio::test]
async fn nothing_that_waits_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let broken = scratch.file("damaged.btf", &damaged(&tests::fixture::read("kernel.x86_64.btf")).0);
    let packed = scratch.file("packed.btf.gz", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]);
    for (theme, word) in themes() {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        page.js(SILENT).await;
        page.choose(&[&packed]).await;
        page.by_role("progressbar", "Reading packed.btf.gz").await;
        at.look("a file that is read").await;
        page.click("button", "Cancel").await;

        open(&page, &[&broken]).await;
        at.look("a damaged file").await;
        page.click("button", "1 problem found in it").await;
        page.by_role("dialog", "Problems").await;
        at.look("its problems").await;

        for (link, what) in [
            ("v=1&f=url:https://example.org/vmlinux&t=task_struct&kind=struct", "a link to a file on the web"),
            ("v=1&f=sample:program&t=event&kind=struct&view=layout", "a link to a sample"),
            ("v=1&f=sample:program&t=event&kind=struct&view=layout&embed=1", "a link in a frame"),
            ("v=99&f=name:x", "a link of a later version"),
        ] {
            page.open(link).await;
            at.look(what).await;
        }
        page.open("v=1&f=sample:program&t=event&kind=struct&view=layout&embed=1").await;
        page.click("button", "Open the sample").await;
        page.by_role("heading", "struct event").await;
        at.look("in a frame").await;

        open_fixture(&page, "kernel.x86_64.btf").await;
        remember(&page).await;
        show(&page, "struct", "module", "tree").await;
        page.wait_for("return caches.keys().then(keys => keys.length > 0)", "the file in the browser's storage").await;
        // A reload would open the file without asking, so the link is opened in a new document.
        let link = page.fragment().await;
        page.open(&link).await;
        page.by_role("button", "Open the remembered file").await;
        at.look("a link to a remembered file").await;
        page.browse(&[&fixture("layout.clang.bpfel.o")]).await;
        page.by_role("button", "Show it in this file").await;
        at.look("another file than that of the link").await;
        page.open("").await;
        page.by_role("button", "Forget kernel.x86_64.btf").await;
        at.look("remembered files").await;
        page.click("button", "Forget kernel.x86_64.btf").await;
        at.done(word);
    }
    no_errors(&page).await;
}
