# Megatron Bridge: a recipe whose model comes from a function of the file's own; 33 layers on 3 stages.
from megatron.bridge.models.gpt_provider import GPTModelProvider
from megatron.bridge.training.config import ConfigContainer, OptimizerConfig, TrainingConfig


def our_model(layers=33):
    return GPTModelProvider(
        num_layers=layers,
        hidden_size=2048,
        num_attention_heads=16,
        ffn_hidden_size=8192,
        seq_length=2048,
        vocab_size=32000,
        tensor_model_parallel_size=2,
        pipeline_model_parallel_size=3,
    )


def our_pretrain_config():
    return ConfigContainer(
        model=our_model(),
        train=TrainingConfig(micro_batch_size=1, global_batch_size=48),
        optimizer=OptimizerConfig(use_distributed_optimizer=True),
    )
