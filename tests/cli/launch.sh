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
