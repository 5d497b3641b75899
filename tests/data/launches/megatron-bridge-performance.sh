#!/bin/bash
# Megatron Bridge's performance scripts: the flags lie over a recipe, whose model they name; short names and keys of the
# configuration stand among them.
worker=$(cat <<- EOM
  cd /opt/Megatron-Bridge ;
  numactl --cpunodebind=\$((LOCAL_RANK/4)) --membind=\$((LOCAL_RANK/4)) \
  python scripts/performance/run_script.py \
    --gpu h100 \
    --model_family_name qwen \
    --model_recipe_name qwen3_30b_a3b \
    --num_gpus 32 \
    --gpus_per_node 8 \
    --compute_dtype fp8_cs \
    -gb 512 \
    --micro_batch_size 2 \
    --seq_length 4096 \
    --tensor_model_parallel_size 2 \
    --pipeline_model_parallel_size 2 \
    --context_parallel_size 1 \
    --virtual_pipeline_model_parallel_size 4 \
    --expert_model_parallel_size 8 \
    --max_steps 50 \
    logger.log_throughput=True model.recompute_modules=moe_act
EOM
)
echo "$worker" > worker.sh
torchrun --nproc-per-node=8 --nnodes=4 --node_rank="$JOB_COMPLETION_INDEX" --no-python bash worker.sh
