#!/bin/bash
# Two plans side by side: a page, JSON, Markdown, and what is refused.
. "$(dirname "$0")/checks.bash"
run compare gpt4-25k-a100 gpt4-25k-a100 --set-b plan.tp=16 --set-b plan.dp=104
expect "status 0" has_status 0
expect "the setting and what followed it" prints "plan.tp 8 → 16 (plan.dp 208 → 104)"
run compare llama3-70b-4096-h100 deepseek-v3-2048-h800 --json
expect "of other models too" has_status 0
expect "both are named" prints '"difference"'
run compare gpt4-25k-a100 llama3-70b-4096-h100 --markdown
expect "a table of Markdown" prints "| :--"
run compare gpt4-25k-a100 no-such-plan
expect "both must be there" has_status 1
run compare gpt4-25k-a100
expect "there must be two" has_status 2
finish
