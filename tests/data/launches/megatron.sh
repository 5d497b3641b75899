#!/bin/bash
# Megatron-LM with torchrun: arrays, a variable, arithmetic.
#SBATCH --nodes=16
#SBATCH --gpus-per-node=h100:8
export CUDA_DEVICE_MAX_CONNECTIONS=1
NNODES=16
TP=8
PP=4
MODEL_ARGS=(
    --num-layers 64
    --hidden-size 6144
    --ffn-hidden-size 16384
    --num-attention-heads 48
    --group-query-attention
    --num-query-groups 8
    --seq-length 8192
    --max-position-embeddings 8192
    --vocab-size 128000
    --make-vocab-size-divisible-by 128
    --normalization RMSNorm
    --swiglu
    --disable-bias-linear
    --position-embedding-type rope
    --rotary-base 500000
    --untie-embeddings-and-output-weights
)
TRAINING_ARGS="--micro-batch-size 2 --global-batch-size $((NNODES * 32)) --train-iters 50000 --lr 3e-4 --min-lr 3e-5 \
    --weight-decay 0.1 --clip-grad 1.0 --bf16 --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather"
torchrun --nnodes $NNODES --nproc_per_node 8 pretrain_gpt.py "${MODEL_ARGS[@]}" ${TRAINING_ARGS} \
    --tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP --sequence-parallel \
    --num-layers-per-virtual-pipeline-stage 4 \
    --recompute-granularity full --recompute-method uniform --recompute-num-layers 2 \
    --log-interval 10 --save-interval 1000 --eval-iters 10 --seed 1234
