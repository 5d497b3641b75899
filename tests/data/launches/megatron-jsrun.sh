#!/bin/bash
# Megatron-LM under LSF: sets of resources, each with its GPUs.
#BSUB -P ABC123
#BSUB -nnodes 64
#BSUB -W 2:00
export CUDA_DEVICE_MAX_CONNECTIONS=1
jsrun -n 64 -a 6 -g 6 -c 42 python pretrain_gpt.py \
  --tensor-model-parallel-size 6 --pipeline-model-parallel-size 8 \
  --num-layers 48 --hidden-size 6144 --ffn-hidden-size 24576 --num-attention-heads 48 --vocab-size 50304 \
  --seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 1 --global-batch-size 512 --fp16 \
  --recompute-granularity full --recompute-method uniform --recompute-num-layers 1 --train-iters 1000
