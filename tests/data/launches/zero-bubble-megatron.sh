#!/bin/bash
# Zero bubble's Megatron-LM: layers that don't divide are padded, a V of two chunks per rank.
export CUDA_DEVICE_MAX_CONNECTIONS=8
GPUS_PER_NODE=8
torchrun --nnodes 2 --nproc_per_node $GPUS_PER_NODE pretrain_gpt.py \
  --tensor-model-parallel-size 1 --pipeline-model-parallel-size 8 \
  --num-layers 30 --hidden-size 4096 --num-attention-heads 32 --group-query-attention --num-query-groups 8 \
  --seq-length 1024 --max-position-embeddings 1024 --vocab-size 50304 \
  --micro-batch-size 1 --global-batch-size 48 --train-iters 100 \
  --untie-embeddings-and-output-weights --fp16 --use-distributed-optimizer \
  --enable-zb-runtime --zero-bubble-v-schedule --zero-bubble-v-schedule-mem-setup half --allow-padding-num-layers
