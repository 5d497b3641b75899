# torchtitan of early 2026: a configuration as a function, in sequences.
from torchtitan.models.llama3 import model_registry


def llama3_70b() -> Trainer.Config:
    return Trainer.Config(
        model_spec=model_registry("70B"),
        training=TrainingConfig(
            local_batch_size=8,
            global_batch_size=256,
            seq_len=8192,
            steps=1000,
        ),
        parallelism=ParallelismConfig(
            data_parallel_replicate_degree=1,
            data_parallel_shard_degree=4,
            tensor_parallel_degree=8,
            pipeline_parallel_degree=4,
            pipeline_parallel_schedule="Interleaved1F1B",
            pipeline_parallel_microbatch_size=1,
            context_parallel_degree=1,
        ),
        activation_checkpoint=ActivationCheckpointConfig(mode="full"),
    )
