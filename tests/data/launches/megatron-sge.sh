#!/bin/bash
# Megatron-LM under Grid Engine, where a site's name for its nodes says the machines.
#$ -l rt_AF=8
#$ -l h_rt=24:00:00
#$ -cwd
source /etc/profile.d/modules.sh
export CUDA_DEVICE_MAX_CONNECTIONS=1
if [[ "$SGE_RESOURCE_TYPE" == "rt_AF" ]]; then
  GPUS=8
else
  GPUS=4
fi
mpirun -np $((NHOSTS * GPUS)) --hostfile $PE_HOSTFILE python pretrain_gpt.py \
    --num-layers 24 --hidden-size 2048 --ffn-hidden-size 8192 --num-attention-heads 16 \
    --seq-length 4096 --max-position-embeddings 4096 --vocab-size 50304 \
    --tensor-model-parallel-size 4 --sequence-parallel --pipeline-model-parallel-size 2 \
    --micro-batch-size 2 --global-batch-size 256 --bf16 --use-distributed-optimizer --train-iters 10000
