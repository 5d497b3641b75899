#!/bin/bash
# Drives the built page in headless Chromium and in Firefox; skips with a word where browser or page aren't there.
# usage: run.sh [NAME...]     (page, input, touch, address, browser_window, worker, embed, firefox; all)
set -u
cd "$(dirname "$0")" || exit 1
status=0
for name in "${@-page input touch address browser_window worker embed firefox}"; do
  for each in $name; do python3 -B "${each}_test.py" || status=1; done
done
exit $status
