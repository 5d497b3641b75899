# Megatron Bridge: a recipe whose fields are set.
from megatron.bridge.recipes.llama import llama3_70b_pretrain_config as pretrain_config

cfg = pretrain_config()
cfg.model.tensor_model_parallel_size = 8
cfg.model.pipeline_model_parallel_size = 4
cfg.model.virtual_pipeline_model_parallel_size = 5
cfg.model.context_parallel_size = 2
cfg.model.sequence_parallel = True
cfg.model.num_layers = 80
cfg.model.hidden_size = 8192
cfg.model.ffn_hidden_size = 28672
cfg.model.num_attention_heads = 64
cfg.model.num_query_groups = 8
cfg.model.vocab_size = 128256
cfg.model.seq_length = 8192
cfg.train.micro_batch_size = 1
cfg.train.global_batch_size = 512
cfg.train.train_iters = 1000
