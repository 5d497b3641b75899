#!/bin/bash
# Megatron-LM under PBS, whose line alone says the machines; ranks through MPI.
#PBS -l select=8:ncpus=32:mpiprocs=8:ngpus=8
#PBS -l walltime=24:00:00
source /etc/profile.d/modules.sh
export CUDA_DEVICE_MAX_CONNECTIONS=1
NUM_NODES=$(sort -u $PBS_NODEFILE | wc -l)
mpirun -np $((NUM_NODES * 8)) python pretrain_gpt.py \
    --num-layers 24 --hidden-size 2048 --ffn-hidden-size 8192 --num-attention-heads 16 \
    --seq-length 4096 --max-position-embeddings 4096 --vocab-size 50304 \
    --tensor-model-parallel-size 4 --sequence-parallel --pipeline-model-parallel-size 2 \
    --micro-batch-size 2 --global-batch-size 256 --bf16 --use-distributed-optimizer --train-iters 10000
