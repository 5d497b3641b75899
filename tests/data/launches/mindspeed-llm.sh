#!/bin/bash
# MindSpeed-LLM on NPUs.
export CUDA_DEVICE_MAX_CONNECTIONS=1
NPUS_PER_NODE=8
NNODES=4
torchrun --nproc_per_node $NPUS_PER_NODE --nnodes $NNODES pretrain_gpt.py \
    --use-mcore-models --tensor-model-parallel-size 8 --pipeline-model-parallel-size 2 --sequence-parallel \
    --num-layers 40 --hidden-size 5120 --ffn-hidden-size 13824 --num-attention-heads 40 \
    --seq-length 4096 --max-position-embeddings 4096 --padded-vocab-size 32000 \
    --micro-batch-size 1 --global-batch-size 256 --make-vocab-size-divisible-by 1 \
    --normalization RMSNorm --swiglu --disable-bias-linear --position-embedding-type rope \
    --use-rotary-position-embeddings --use-fused-rmsnorm --use-fused-swiglu --use-flash-attn \
    --untie-embeddings-and-output-weights --use-distributed-optimizer --bf16 --lr 1e-6 --train-iters 5000
