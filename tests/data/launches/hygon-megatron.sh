#!/bin/bash
# The model comes from Hugging Face's configuration; the flags say the split alone.
MODEL=/data/models/Qwen3-8B
BRIDGE_ARGS=(
    --use-bridge
    --bridge-hf-model ${MODEL}
    --load-weights
)
MODEL_PARALLEL_ARGS=(
    --tensor-model-parallel-size 2
    --pipeline-model-parallel-size 2
    --sequence-parallel
    --use-distributed-optimizer
)
torchrun --nnodes 2 --nproc_per_node 8 pretrain_gpt.py ${BRIDGE_ARGS[@]} ${MODEL_PARALLEL_ARGS[@]} \
    --seq-length 4096 --micro-batch-size 1 --global-batch-size 64 --bf16 \
    --tokenizer-type HuggingFaceTokenizer --tokenizer-model ${MODEL} --lr 3e-5 --train-iters 500
