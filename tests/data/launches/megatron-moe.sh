#!/bin/bash
# Megatron-LM, a mixture of experts over expert and context parallelism.
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
torchrun --nproc_per_node ${GPUS_PER_NODE} --nnodes 8 pretrain_gpt.py \
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \
    --group-query-attention --num-query-groups 8 --seq-length 16384 --max-position-embeddings 32768 \
    --vocab-size 32000 --normalization RMSNorm --swiglu --disable-bias-linear --position-embedding-type rope \
    --untie-embeddings-and-output-weights \
    --num-experts 8 --moe-router-topk 2 --moe-ffn-hidden-size 14336 --moe-token-dispatcher-type alltoall \
    --moe-grouped-gemm --expert-model-parallel-size 4 --tensor-model-parallel-size 2 --sequence-parallel \
    --context-parallel-size 2 --pipeline-model-parallel-size 2 \
    --micro-batch-size 1 --global-batch-size 256 --bf16 --use-distributed-optimizer --train-samples 1000000
