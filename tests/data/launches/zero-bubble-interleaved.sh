#!/bin/bash
# Zero bubble's Megatron-LM: 27 layers count as 28 where chunks of each rank are cut.
export CUDA_DEVICE_MAX_CONNECTIONS=8
torchrun --nnodes 1 --nproc_per_node 4 pretrain_gpt.py \
  --pipeline-model-parallel-size 4 --num-layers 27 --num-layers-per-virtual-pipeline-stage 1 \
  --hidden-size 2048 --num-attention-heads 16 --seq-length 2048 --max-position-embeddings 2048 --vocab-size 50304 \
  --micro-batch-size 1 --global-batch-size 32 --train-iters 100 \
  --untie-embeddings-and-output-weights --fp16 --enable-zb-runtime --allow-padding-num-layers
