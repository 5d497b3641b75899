#!/bin/bash
# MindSpeed-LLM on MindSpore: its launcher is told all workers, and those of a node.
NPUS_PER_NODE=16
NNODES=2
WORLD_SIZE=$((NPUS_PER_NODE * NNODES))
WORKERS="--worker_num $WORLD_SIZE --local_worker_num $NPUS_PER_NODE --master_addr 10.0.0.1 --master_port 6000"
msrun $WORKERS pretrain_gpt.py \
  --use-mcore-models --tensor-model-parallel-size 8 --pipeline-model-parallel-size 2 --sequence-parallel \
  --num-layers 36 --hidden-size 4096 --ffn-hidden-size 12288 --num-attention-heads 32 \
  --group-query-attention --num-query-groups 8 --kv-channels 128 --qk-layernorm \
  --seq-length 4096 --max-position-embeddings 4096 --padded-vocab-size 151936 \
  --position-embedding-type rope --normalization RMSNorm --swiglu --disable-bias-linear \
  --untie-embeddings-and-output-weights --use-fused-rmsnorm --use-fused-swiglu --use-distributed-optimizer \
  --micro-batch-size 1 --global-batch-size 64 --train-iters 2000 --bf16
