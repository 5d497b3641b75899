#!/bin/bash
torchrun --nproc_per_node=8 --nnodes=2 run_clm.py \
  --model_name_or_path meta-llama/Llama-2-7b-hf --dataset_name our_texts --do_train \
  --per_device_train_batch_size 2 --gradient_accumulation_steps 4 --block_size 2048 \
  --fsdp "full_shard auto_wrap" --gradient_checkpointing True --bf16 True --learning_rate 2e-5 --output_dir out
