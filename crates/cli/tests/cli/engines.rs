//! Runs the examples for other programs in docs/atlas.md: SQL in DuckDB, and shards in PySpark.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::skip;
use xtask::tools::{DUCKDB, PYSPARK};

use crate::run::{folder, good, run, text};

fn docs() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/atlas.md");
    fs::read_to_string(path).expect("docs/atlas.md")
}

/// The code blocks in a section of docs/atlas.md.
fn blocks(section: &str) -> Vec<String> {
    let docs = docs();
    let (_, after) = docs.split_once(&format!("\n## {section}\n")).expect("a section");
    let of = after.split("\n## ").next().unwrap_or(after);
    let mut blocks: Vec<String> = vec![String::new()];
    for line in of.lines() {
        match line.strip_prefix("    ") {
            Some(code) => {
                let block = blocks.last_mut().expect("a block");
                block.push_str(code);
                block.push('\n');
            }
            // An empty line belongs to the block; any other line ends it.
            None if line.is_empty() => blocks.last_mut().expect("a block").push('\n'),
            None => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.trim().is_empty());
    blocks
}

fn succeeds(output: Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.into_owned()
}

/// An atlas of three kernels from the page's atlas, for amd64: the newest 5.10, the newest 6.1 and the newest 6.12.
fn three(to: &Path) -> PathBuf {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/atlas/debian.atlas");
    let list = good(&format!("atlas list {} --json", text(&whole)));
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let kernels: Vec<&serde_json::Value> = list["kernels"].as_array().expect("kernels").iter().collect();
    let newest = |branch: &str| {
        let fits = |k: &&&serde_json::Value| {
            k["arch"] == "amd64"
                && k["flavour"] == "generic"
                && k["version"].as_str().is_some_and(|v| v.starts_with(branch))
        };
        kernels.iter().rev().find(fits).unwrap_or_else(|| panic!("no kernel of {branch}"))
    };
    let mut files = Vec::new();
    let mut table = String::from("file\tdistribution\tupstream\trelease\tarch\n");
    for branch in ["5.10.", "6.1.", "6.12."] {
        let kernel = newest(branch);
        let (name, release) =
            (kernel["name"].as_str().expect("a name"), kernel["release"].as_str().expect("a release"));
        let file = to.join(format!("{branch}btf"));
        let out = run(&["atlas", "extract", text(&whole), name, "-o", text(&file)]);
        assert_eq!(out.status, 0, "{}", out.err);
        table +=
            &format!("{branch}btf\tdebian\t{}\t{release}\tamd64\n", kernel["version"].as_str().expect("a version"));
        files.push(text(&file).to_owned());
    }
    let (meta, atlas) = (to.join("meta.tsv"), to.join("three.atlas"));
    fs::write(&meta, table).expect("written");
    good(&format!("atlas build -o {} --meta {} {}", text(&atlas), text(&meta), files.join(" ")));
    atlas
}

#[test]
#[ignore = "extended: needs DuckDB of PyPI"]
fn the_questions_in_sql_are_answered_by_duckdb() {
    let Ok(python) = DUCKDB.found().map_err(|why| skip(&why)) else { return };
    let folder = folder("engines-sql");
    let atlas = three(&folder);
    let tables = folder.join("tables");
    // The feature `parquet` is only built in the extended run. Without it, the same queries read JSON lines.
    let format = if cfg!(feature = "parquet") { "parquet" } else { "ndjson" };
    good(&format!("atlas export {} --format {format} -o {}", text(&atlas), text(&tables)));
    let sql = blocks("Tables").into_iter().find(|block| block.contains("SELECT")).expect("SQL");
    let sql = sql.replace(".parquet'", &format!(".{format}'"));
    assert_eq!(sql.matches(';').count(), 3, "{sql}");
    let script = "import duckdb, sys\nfor question in sys.argv[1].split(';'):\n    if question.strip():\n        \
                  print('--'); [print(*row, sep='|') for row in duckdb.sql(question).fetchall()]\n";
    let mut ask = Command::new(&python.path);
    let answers = succeeds(ask.args(["-c", script, &sql]).current_dir(&tables).output().expect("it runs"));
    let answers: Vec<&str> = answers.split("--\n").skip(1).collect();
    let [since, changed, places] = *answers else { panic!("{answers:?}") };
    // bpf_obj_new_impl exists since Linux 6.2.
    assert!(since.starts_with("amd64|[6, 12, ") && since.lines().count() == 1, "{since}");
    // Ten structs, those with most forms first.
    let counts: Vec<&str> = changed.lines().filter_map(|line| line.rsplit_once('|')).map(|(_, count)| count).collect();
    assert!(counts.len() == 10 && counts[0] == "3", "{changed}");
    // task_struct.mm, compared with `field` for each kernel.
    let mut expected: Vec<String> = Vec::new();
    for branch in ["5.10.", "6.1.", "6.12."] {
        let described = good(&format!("field task_struct.mm {}", text(&folder.join(format!("{branch}btf")))));
        expected.push(described);
    }
    assert_eq!(
        places
            .lines()
            .map(|row| row.rsplit_once('|').expect("a count").1.parse::<u32>().expect("a count"))
            .sum::<u32>(),
        3
    );
    for row in places.lines() {
        let byte = row.split('|').next().expect("a byte");
        assert!(expected.iter().any(|described| described.contains(byte)), "{row}\n{expected:?}");
        assert!(row.contains("|struct mm_struct *|"), "{row}");
    }
}

#[test]
#[ignore = "extended: needs PySpark of PyPI and Java"]
fn pyspark_builds_an_atlas_in_shards() {
    let Ok(python) = PYSPARK.found().map_err(|why| skip(&why)) else { return };
    if !Command::new("java").arg("-version").output().is_ok_and(|output| output.status.success()) {
        return skip("there is no java, which PySpark needs");
    }
    let folder = folder("engines-spark");
    let kernels = folder.join("kernels");
    fs::create_dir_all(&kernels).expect("a folder");
    let mut files = Vec::new();
    for name in ["kernel.x86_64.btf", "kernel.s390x.btf", "layout.bpfel.btf"] {
        let to = kernels.join(name);
        fs::copy(tests::fixture::folder().join(name), &to).expect("a copy");
        files.push(text(&to).to_owned());
    }
    let script = blocks("Shards").into_iter().find(|block| block.contains("from pyspark")).expect("a script");
    assert!(script.lines().filter(|line| !line.trim().is_empty()).count() <= 20, "{script}");
    let program = Path::new(env!("CARGO_BIN_EXE_btfscope")).parent().expect("a folder").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&path))).expect("a path");
    let mut spark = Command::new(&python.path);
    spark.args(["-c", &script]).current_dir(&folder).env("PATH", path).env("PYSPARK_PYTHON", &python.path);
    succeeds(spark.env("SPARK_LOCAL_IP", "127.0.0.1").output().expect("it runs"));
    let expected = folder.join("expected.atlas");
    good(&format!("atlas build -o {} {}", text(&expected), files.join(" ")));
    assert!(fs::read(folder.join("all.atlas")).expect("an atlas") == fs::read(expected).expect("an atlas"));
}
