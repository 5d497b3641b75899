#!/bin/bash
# Megatron-DeepSpeed on hosts of a file, where a variable says how many GPUs there are in all.
NUM_GPUS=32
MP_SIZE=4
BATCH_SIZE=2
options="--tensor-model-parallel-size $MP_SIZE --no-pipeline-parallel --num-layers 24 --hidden-size 2048"
options="$options --num-attention-heads 16 --seq-length 2048 --max-position-embeddings 2048 --vocab-size 50257"
options="$options --micro-batch-size $BATCH_SIZE --global-batch-size $((BATCH_SIZE * NUM_GPUS / MP_SIZE * 4))"
options="$options --fp16 --checkpoint-activations --train-iters 1000"
options="$options --deepspeed --deepspeed-activation-checkpointing --zero-stage 1"
run_cmd="deepspeed pretrain_gpt.py $options"
eval $run_cmd
