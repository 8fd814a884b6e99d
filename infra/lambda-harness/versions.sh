#!/usr/bin/env bash
# Tests the functions of an earlier commit and today's over one table: infra/lambda-harness/versions.sh [COMMIT]
source "$(dirname "$0")/../tools.sh"
make functions build
python_packages deploy infra/deploy/requirements.txt
previous=$TOOLS/previous
rm -rf "$previous"
git worktree prune
git worktree add --quiet --detach "$previous" "${1:-HEAD~1}"
cp -r models/. "$previous/models"
(cd "$previous" && cargo build --profile test --locked --workspace --target-dir "$OLDPWD/target/previous")
python3 infra/lambda-harness/same_answers_test.py target/previous/debug SameAnswers.test_what_one_wrote_the_other_reads
git worktree remove --force "$previous"
