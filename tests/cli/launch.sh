#!/bin/bash
# Launch scripts: in, checked before the launch, and out.
. "$(dirname "$0")/checks.bash"

cat >"$scratch/launch.sh" <<'SH'
#!/bin/bash
#SBATCH --nodes=8
#SBATCH --gpus-per-node=8
export CUDA_DEVICE_MAX_CONNECTIONS=1
TP=8
ARGS=(
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 --num-attention-heads 32
  --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000
  --normalization RMSNorm --swiglu --disable-bias-linear --position-embedding-type rope
  --untie-embeddings-and-output-weights
  --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size ${PP:-2} --sequence-parallel
  --micro-batch-size 1 --global-batch-size 64 --bf16 --use-distributed-optimizer
)
srun torchrun pretrain_gpt.py "${ARGS[@]}"
SH
run report "$scratch/launch.sh" --rules megatron --strict --set cluster.gpu=h100-sxm
expect "a good launch: status 0" has_status 0
expect "it fits" prints "Fits: "
expect "no rule is broken" prints "none broken"
expect "one screen" [ "$(wc -l <"$out")" -le 24 ]
expect "nothing on stderr" [ ! -s "$err" ]

sed 's/--ffn-hidden-size 11008/--ffn-hidden-size 11010/' "$scratch/launch.sh" >"$scratch/rule.sh"
run report "$scratch/rule.sh" --rules megatron --strict
expect "a broken rule: status 3" has_status 3
expect "its flags and source" prints "megatron/core/tensor_parallel/layers.py:1038"
run report "$scratch/rule.sh" --rules megatron
expect "not strict: status 0" has_status 0
run report "$scratch/rule.sh" --json
expect "the rule in JSON" prints '"id": "ffn-divisible-by-tp"'

sed 's/--micro-batch-size 1/--micro-batch-size 64/; s/--global-batch-size 64/--global-batch-size 4096/; s/TP=8/TP=1/; s/PP:-2/PP:-1/' \
  "$scratch/launch.sh" >"$scratch/large.sh"
run report "$scratch/large.sh" --rules megatron --strict
expect "too large: status 3" has_status 3
expect "by how much" prints "too much"

sed 's/TP=8/TP=7/' "$scratch/launch.sh" >"$scratch/seven.sh"
run report "$scratch/seven.sh" --rules megatron --strict
expect "tp 7: status 1" has_status 1
expect "at its flag" says "line 11, --tensor-model-parallel-size: 7 doesn't divide num_attention_heads (32); try 4 or 8"

sed 's/--seq-length/--seq-lenght/' "$scratch/launch.sh" >"$scratch/typo.sh"
run report "$scratch/typo.sh"
expect "a typo: status 1" has_status 1
expect "the nearest flag" says "did you mean --seq-length?"
head -c 3000 "$program" >"$scratch/binary.sh"
run report "$scratch/binary.sh"
expect "a binary file: status 1" has_status 1
expect "it isn't text" says "it isn't text"
run report "$scratch/launch.sh" --rules jax
expect "rules that aren't known: status 2" has_status 2

# Branches, functions and what only a run knows.
cat >"$scratch/branches.sh" <<'SH'
#!/bin/bash
ARGS="--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096
  --vocab-size 32000 --micro-batch-size 1 --global-batch-size 64 --bf16 --use-distributed-optimizer --train-iters 1000"
NNODES=16
if [[ $NNODES -gt 1 ]]; then DIST="--nnodes $NNODES --nproc_per_node 8"; else DIST="--nnodes 1 --nproc_per_node 8"; fi
if [ "${USE_FP8:-0}" = "1" ]; then ARGS="$ARGS --fp8-format hybrid"; fi
run() { torchrun $DIST pretrain_gpt.py $ARGS "$@" 2>&1 | tee log; }
run --tensor-model-parallel-size 4 $(cat more.txt)
SH
run report "$scratch/branches.sh" --rules megatron
expect "branches: status 0" has_status 0
expect "the run's time is answered" prints "Training"
expect "what was taken for granted" prints "assumed  the launch doesn't say which GPU"
expect "the branch that was taken" prints "line 6: this hangs on \$USE_FP8"
expect "words that only a run knows" prints "flags in it aren't read"
expect "what to change, in words" prints "For Megatron-LM: export CUDA_DEVICE_MAX_CONNECTIONS=1"
run import "$scratch/branches.sh"
expect "as many GPUs as the branch says" prints '"gpus": 128'
run report "$scratch/launch.sh" --rules deepspeed --strict
expect "what a framework can't express: status 3" has_status 3
expect "is part of the verdict" prints "can't express this plan: plan.sequence_parallel"

# What the script takes from outside, and the files that it reads.
mkdir -p "$scratch/several/conf"
cat >"$scratch/several/go.sh" <<'SH'
source $(dirname "$0")/env.sh
torchrun --nnodes $NNODES --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \
  --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --micro-batch-size 1 \
  --tensor-model-parallel-size $1 --pipeline-model-parallel-size ${PP:-1} --global-batch-size 64 --bf16 $MORE
SH
run import "$scratch/several/go.sh"
expect "an argument that isn't given: status 1" has_status 1
expect "and how to give it" says "give the script's arguments behind --"
run import "$scratch/several/go.sh" --env NNODES=4 --env MOER=--swiglu -- 8
expect "given: status 0" has_status 0
expect "as many GPUs" prints '"gpus": 32'
expect "as the argument says" prints '"tp": 8'
expect "a default that may be meant otherwise" says '$PP: not given, so the script'"'"'s own default counts; --env PP=VALUE'
expect "a name that nothing takes" says "--env MOER: nothing here takes it from outside; did you mean MORE?"
echo 'NNODES=2 MORE="--swiglu"' >"$scratch/several/env.sh"
run import "$scratch/several/go.sh" -- 8
expect "the file beside it is read" says "env.sh is read too"
expect "for its nodes" prints '"gpus": 16'
mkdir -p "$scratch/elsewhere"
echo 'NNODES=1 MORE=' >"$scratch/elsewhere/env.sh"
run report "$scratch/elsewhere/env.sh" "$scratch/several/go.sh" --json -- 4
expect "a named one goes before it, in any order: status 0" has_status 0
expect "and is no scenario of its own" prints '"gpus": 8'
run report "$scratch/elsewhere/env.sh" "$scratch/several/go.sh" --env PP=4 --set cluster.gpu=h100-sxm -- 2
expect "nor in text: status 0" has_status 0
expect "with its pipeline's waits" prints "Idle in the pipeline"
run report "$scratch/elsewhere/env.sh" "$scratch/several/go.sh" --rules megatron -- 4
expect "and its check is the page of one" prints "For Megatron-LM"
run import "$scratch/several/go.sh" --env NNODES
expect "no =: status 2" has_status 2
expect "in a line" says "'NNODES' isn't NAME=VALUE"
head -c 1100000 /dev/zero | tr '\0' '#' >"$scratch/huge.sh"
run import "$scratch/huge.sh"
expect "a huge script is called huge" says "it is larger than 1 MiB, and no launch script is"
run report gpt4-25k-a100 --env TP=4
expect "a preset takes nothing" prints "it is no launch script: further files, --env and what stands behind -- change nothing"

# One node of torchrun, a word of a list that holds a flag with its value, and what is no GPT.
cat >"$scratch/node.sh" <<'SH'
FP8=("--fp8-format hybrid" "--num-workers 1")
export NCCL_DEBUG=WARN CUDA_DEVICE_MAX_CONNECTIONS=1
torchrun --nproc_per_node 8 --max-restarts 3 dir/pretrain_audio.py --tensor-model-parallel-size 4 --sequence-parallel \
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 \
  --vocab-size 32000 --micro-batch-size 1 --global-batch-size 64 --bf16 --use-distributed-optimizer ${FP8[@]}
SH
run import "$scratch/node.sh"
expect "a node's GPUs: status 0" has_status 0
expect "are all of them" prints '"gpus": 8'
expect "fp8 is read" prints '"precision": "fp8'
expect "another model is said to be none of ours" says "pretrain_audio.py trains another kind of model"
run report "$scratch/node.sh" --strict
expect "and strictly isn't answered with yes" has_status 3
run export "$scratch/node.sh" --to megatron --launcher torchrun
expect "its program comes out" prints "  dir/pretrain_audio.py"
expect "its restarts" prints "  --max-restarts 3"
expect "its environment" prints "export NCCL_DEBUG=WARN"
expect "in a script that a shell reads" bash -n "$out"
sed 's/pretrain_audio/pretrain_mamba/' "$scratch/node.sh" >"$scratch/mamba.sh"
run import "$scratch/mamba.sh"
expect "a mamba is refused" has_status 1
expect "as none of ours" says "Mamba and its hybrids: Shardscope models plain decoders"

# Nodes changed by hand in an export.
run export llama3-70b-4096-h100 --to megatron --launcher slurm
sed 's/--nnodes 512/--nnodes 1024/; s/--nodes=512/--nodes=1024/' "$out" >"$scratch/more.sh"
sed 's/--nodes=512/--nodes=256/' "$out" >"$scratch/less.sh"
run report "$scratch/more.sh" --rules megatron --json
expect "more nodes: status 0" has_status 0
expect "they train" prints '"gpus": 8192'
expect "and the comment is passed over" prints "launches 8192 GPUs (8 per node); the comment in line"
run report "$scratch/less.sh" --rules megatron --strict
expect "fewer of Slurm's than torchrun waits for: status 3" has_status 3
expect "with both lines" prints "torchrun waits for 512 nodes, and Slurm gives 256"

# A launch that leaves its GPUs out follows another number, also out of the scenario it was read into.
cat >"$scratch/titan.toml" <<'TOML'
[model]
name = "llama3"
flavor = "405B"
[training]
local_batch_size = 2
seq_len = 8192
[parallelism]
data_parallel_shard_degree = -1
tensor_parallel_degree = 8
[activation_checkpoint]
mode = "full"
TOML
run import "$scratch/titan.toml"
cp "$out" "$scratch/titan.json"
run report "$scratch/titan.json" --set cluster.gpus=128 --json
expect "on 128 GPUs: status 0" has_status 0
expect "it is sharded" prints '"zero": 3'
expect "and so many sequences" prints '"global_batch": 32'

# A bare config.json.
cat >"$scratch/config.json" <<'JSON'
{"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 32,
 "num_key_value_heads": 8, "intermediate_size": 8192, "vocab_size": 128256, "max_position_embeddings": 8192}
JSON
run report "$scratch/config.json"
expect "a config.json: status 0" has_status 0
expect "on what was taken" prints "a config.json says a model alone; 8 h100-sxm"
run draw "$scratch/config.json" --view memory --to "$scratch/config.png"
expect "drawn: status 0" has_status 0

for to in megatron torchtitan deepspeed nanotron megatron-bridge fsdp2; do
  run export gpt3-175b-v100 --to "$to" --launcher slurm
  expect "$to: written" has_status 0
  cp "$out" "$scratch/$to.txt"
  expect "$to: a shell takes it" bash -n "$scratch/$to.txt"
  run report gpt3-175b-v100 "$scratch/$to.txt" --csv
  expect "$to: reads back to the same figures" \
    [ "$(cut -d, -f2- "$out" | sed -n 2p)" = "$(cut -d, -f2- "$out" | sed -n 3p)" ]
done
finish
