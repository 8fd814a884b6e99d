#!/usr/bin/env bash
# Tests the functions of an earlier commit and of this one on one table: infra/lambda-harness/versions.sh [COMMIT]
source "$(dirname "$0")/../tools.sh"
make functions build
python_packages deploy infra/deploy/requirements.txt
previous=$TOOLS/previous
rm -rf "$previous"
git worktree prune
git worktree add --quiet --detach "$previous" "${1:-HEAD~1}"
cp -r models/. "$previous/models"
(cd "$previous" && cargo build --profile test --locked --workspace --target-dir "$OLDPWD/target/previous")
python3 infra/lambda-harness/same_answers_test.py target/previous/debug SameAnswers.test_each_reads_the_rows_of_the_other
git worktree remove --force "$previous"
