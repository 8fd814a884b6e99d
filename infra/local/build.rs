//! With the feature `site`, the built site becomes part of the program: one file is the whole of Larder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let mut table = String::from("&[\n");
    if std::env::var_os("CARGO_FEATURE_SITE").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
        let folder = folder
            .canonicalize()
            .expect("the feature `site` needs the built site in web/dist: make web/dist/index.html");
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        list_files(&folder, &mut files);
        files.sort();
        for file in files {
            let path = file.strip_prefix(&folder).expect("it is inside").to_str().expect("the build makes plain names");
            writeln!(
                table,
                "    ({:?}, include_bytes!({:?}) as &[u8]),",
                format!("/{path}"),
                file.display().to_string()
            )
            .expect("a text can be written to");
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where")).join("site.rs");
    std::fs::write(out, table).expect("the output folder can be written to");
}

/// Adds the files in a folder and its subfolders, except hidden ones.
fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the built site can be read") {
        let path = entry.expect("the built site can be read").path();
        // Vite's manifest (.vite) is for our own measurements and is no part of the site.
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        if path.is_dir() {
            list_files(&path, files);
        } else {
            files.push(path);
        }
    }
}
