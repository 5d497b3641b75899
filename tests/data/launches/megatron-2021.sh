#!/bin/bash
# Megatron-LM of 2021: its launcher, its checkpointing flags.
WORLD_SIZE=64
GPUS_PER_NODE=8
NNODES=8
DISTRIBUTED_ARGS="--nproc_per_node $GPUS_PER_NODE --nnodes $NNODES --node_rank 0"
python -m torch.distributed.launch $DISTRIBUTED_ARGS pretrain_gpt.py \
       --tensor-model-parallel-size 4 --pipeline-model-parallel-size 8 \
       --num-layers 48 --hidden-size 5120 --num-attention-heads 40 \
       --micro-batch-size 2 --global-batch-size 128 --seq-length 1024 --max-position-embeddings 1024 \
       --vocab-size 50257 --checkpoint-activations --checkpoint-num-layers 2 \
       --train-iters 500000 --lr 0.00015 --fp16 --DDP-impl local
