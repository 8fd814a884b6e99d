//! Checks the models and the engine that the reader embeds before the compiler reads them, so that a missing download
//! ends in one sentence that says what to do, and a wrong file never reaches a binary.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn main() {
    let manifest =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR for build scripts"));
    let root = manifest.join("../..");
    let models = root.join("models");
    let checksums = root.join("infra/models/SHA256SUMS");
    println!("cargo::rerun-if-changed={}", checksums.display());
    println!("cargo::rerun-if-changed={}", models.display());
    println!("cargo::rustc-env=LARDER_MODELS={}", models.display());
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets CARGO_CFG_TARGET_ARCH");
    let library = format!("onnxruntime-{architecture}.so");
    println!("cargo::rustc-env=LARDER_ENGINE={}", models.join(&library).display());
    if let Err(fault) = check(&models, &checksums, &library) {
        println!("cargo::error={fault}: run `python3 infra/models/get.py --architecture {architecture}`");
    }
}

fn check(models: &Path, checksums: &Path, library: &str) -> Result<(), String> {
    let list = std::fs::read_to_string(checksums)
        .map_err(|error| format!("{} cannot be read: {error}", checksums.display()))?;
    if !list.lines().any(|line| line.ends_with(&format!("  {library}"))) {
        return Err(format!("there is no {library}, which the reader would embed"));
    }
    for line in list.lines() {
        let Some((digest, name)) = line.split_once("  ") else { continue };
        if name.starts_with("onnxruntime-") && name != library {
            continue;
        }
        let path = models.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        let Ok(bytes) = std::fs::read(&path) else {
            return Err(format!("models/{name}, which the reader embeds, is not there yet"));
        };
        if format!("{:x}", Sha256::digest(&bytes)) != digest {
            return Err(format!("models/{name}, which the reader embeds, is not the one that was measured"));
        }
    }
    Ok(())
}
