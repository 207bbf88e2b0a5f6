#!/bin/bash -eu
# Builds all fuzz targets into $OUT, each with its first inputs and its limits. ClusterFuzzLite runs it in its image (Dockerfile).
cd "$SRC/btfscope/fuzz"
cargo fuzz build -O --debug-assertions
# Without the flags of the image, which are for the targets.
RUSTFLAGS= cargo run --example seeds
for source in fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    inputs=()
    for folder in "corpus/$target" "seeds/$target"; do
        if [ -d "$folder" ]; then inputs+=("$folder"); fi
    done
    if [ ${#inputs[@]} -gt 0 ]; then zip -q -j -r "$OUT/${target}_seed_corpus.zip" "${inputs[@]}"; fi
    printf '[libfuzzer]\ntimeout = 60\nrss_limit_mb = 2048\n' > "$OUT/$target.options"
done
# The targets read these while they run, which is in another container.
mkdir -p "$OUT/btfscope/tests"
cp -r ../tests/fixtures "$OUT/btfscope/tests/"
