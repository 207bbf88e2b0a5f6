//! Files from the web: the page asks first, loads them in a frame with a policy of its own, and reports failures.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use tests::browser::Browser;

use crate::steps::no_errors;

/// Another server with one file. Other sites may read it only below `/open/`.
struct Elsewhere {
    host: String,
    /// The headers of all requests.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Elsewhere {
    fn start(file: Vec<u8>) -> Elsewhere {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        // The thread runs until the process ends.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                answer(stream, &file, &log);
            }
        });
        Elsewhere { host, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// Answers one request. Errors are ignored: the browser may close the connection.
fn answer(mut stream: TcpStream, file: &[u8], log: &Mutex<Vec<String>>) -> Option<()> {
    let mut head = String::new();
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    while reader.read_line(&mut head).ok()? > 2 {}
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    log.lock().unwrap().push(head);
    let shared = if path.starts_with("/open/") { "Access-Control-Allow-Origin: *\r\n" } else { "" };
    let (status, body) = if path.ends_with(".btf") || path.ends_with(".md") {
        ("200 OK", file)
    } else {
        ("404 Not Found", &b"none"[..])
    };
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\n{shared}Content-Length: {length}\r\nConnection: close\r\n\r\n").ok()?;
    stream.write_all(body).ok()
}

#[tokio::test]
async fn a_file_on_the_web_is_loaded_when_a_person_says_so() {
    let Some(page) = Browser::start().await else { return };
    let elsewhere = Elsewhere::start(tests::fixture::read("kernel.x86_64.btf"));
    let host = &elsewhere.host;
    let source = format!("f=url:http://{host}/open/the%2520kernel.btf");
    page.open(&format!("v=1&{source}&t=task_struct&kind=struct&view=tree")).await;
    let alerts = page.names("alert").await;
    assert!(alerts.len() == 1 && alerts[0].contains("struct task_struct of the kernel.btf"), "{alerts:?}");
    assert!(alerts[0].contains(&format!("http://{host}/open/the%20kernel.btf")), "{alerts:?}");
    assert_eq!(elsewhere.asked(), Vec::<String>::new(), "nothing is loaded by itself");
    page.click("button", &format!("Load it from {host}")).await;
    page.by_role("heading", "struct task_struct").await;
    assert_eq!(page.names("alert").await, Vec::<String>::new());
    // The other server got one request, which does not name this page.
    let asked = elsewhere.asked();
    assert_eq!(asked.len(), 1, "{asked:?}");
    let head = asked[0].to_ascii_lowercase();
    assert!(head.starts_with("get /open/the%20kernel.btf http/1.1"), "{head}");
    assert!(!head.contains("cookie:") && !head.contains("referer:"), "{head}");
    // The address keeps the link, and Share offers all three kinds of links.
    let fragment = page.fragment().await;
    assert!(fragment.contains(&source) && fragment.contains("view=tree"), "{fragment}");
    page.click("button", "Share").await;
    page.wait_for("return document.querySelectorAll('.offer code.link').length === 3", "three links").await;
    let links = page.texts(".offer code.link").await;
    for kind in ["f=data:", "f=url:", "sha256:"] {
        assert!(links.iter().any(|link| link.contains(kind)), "{kind}: {links:?}");
    }
    page.press("Escape").await;
    // An address can be typed as well. The file has another name, so it is opened, although its bytes are those of the
    // file that is open.
    page.press("Ctrl+K").await;
    page.type_text(&format!("http://{host}/open/other.btf")).await;
    page.press("Enter").await;
    page.wait_for_text("other.btf").await;
    page.by_role("listitem", "other.btf").await;
    assert_eq!(elsewhere.asked().len(), 2);
    assert!(page.js("return document.querySelector('iframe') === null").await == true, "the frame goes");
    no_errors(&page).await;
}

/// A lesson of two steps by a teacher.
const LESSON: &str = "---\ntitle: Mine\nsample: first.btf\n---\n## One\n\nThe header.\n\n```lesson\nmark: header\n```\n\n\
    ## Two\n\n```lesson\nask: How many types?\nanswer: types\n```\n";

#[tokio::test]
async fn a_lesson_on_the_web_is_walked_and_linked_to() {
    let Some(page) = Browser::start().await else { return };
    let elsewhere = Elsewhere::start(LESSON.as_bytes().to_vec());
    let host = &elsewhere.host;
    let url = format!("http://{host}/open/mine.md");
    // The page asks first, as for a file.
    page.open(&format!("v=1&f=url:{url}")).await;
    page.click("button", &format!("Load it from {host}")).await;
    page.wait_for_text("step 1 of 2").await;
    page.click("button", "Load the samples").await;
    page.by_role("button", "Close first.btf").await;
    page.click("button", "Next").await;
    page.wait_for_text("step 2 of 2").await;
    assert!(page.fragment().await.contains(&format!("learn={url}:2")), "{}", page.fragment().await);
    // A link into a step: nothing is loaded without a click.
    let before = elsewhere.asked().len();
    page.open(&format!("v=1&learn={url}:2")).await;
    page.wait_for_text("step 2").await;
    page.wait_for_text(&url).await;
    page.screenshot("lesson-of-the-web").await;
    assert_eq!(elsewhere.asked().len(), before);
    page.click("button", &format!("Load it from {host}")).await;
    page.wait_for_text("step 2 of 2").await;
    page.click("button", "Load the samples").await;
    page.by_role("button", "Close first.btf").await;
    page.wait_within("group", "Task", "return /Show (me|the answer)/.test(e.innerText)").await;
    page.click("textbox", "Answer").await;
    page.type_text("3").await;
    page.press("Enter").await;
    page.css("[aria-label=Task] [role=status].good").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn what_does_not_come_is_explained() {
    let Some(page) = Browser::start().await else { return };
    let elsewhere = Elsewhere::start(tests::fixture::read("kernel.x86_64.btf"));
    let host = &elsewhere.host;
    for (path, why) in [("closed/kernel.btf", "other sites"), ("open/none", " 404 Not Found")] {
        page.open(&format!("v=1&f=url:http://{host}/{path}")).await;
        page.click("button", &format!("Load it from {host}")).await;
        page.wait_for_alert(why).await;
    }
    // An address with a scheme that btfscope does not open gives a message.
    page.open("v=1&f=url:javascript:alert(1)").await;
    page.wait_for_role("alert").await;
}
