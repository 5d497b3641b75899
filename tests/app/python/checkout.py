"""What the module's tests share: where the checkout is, and what the program says of the same."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LOGS = ROOT / "tests" / "data" / "logs"
LAUNCHES = ROOT / "tests" / "data" / "launches"
PROGRAM = os.environ["SHARDSCOPE"]

SMALL = {
    "shardscope": 1,
    "name": "Small",
    "model": "llama2-7b",
    "cluster": {"gpu": "a100-80", "gpus": 64},
    "plan": {"tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64},
    "run": {"tokens": 2e12},
}

# It takes TP from the environment or 2, a file beside it, and its first argument.
SCRIPT = """#!/bin/bash
TP=${TP:-2}
. sizes.sh
torchrun --nproc_per_node 8 --nnodes $1 pretrain_gpt.py --tensor-model-parallel-size $TP \\
  --pipeline-model-parallel-size 2 --num-layers $LAYERS --hidden-size 4096 --num-attention-heads 32 \\
  --seq-length 4096 --max-position-embeddings 4096 --micro-batch-size 1 --global-batch-size 64 --bf16
"""


def program(*words, text=None):
    """What the program prints."""
    return subprocess.run(
        [PROGRAM, *map(str, words)], input=text, capture_output=True, text=True, check=True, timeout=300
    ).stdout


def program_json(*words, text=None):
    return json.loads(program(*words, text=text))
