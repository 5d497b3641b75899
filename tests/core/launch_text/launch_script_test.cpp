#include "core/launch_text/launch_script.h"

#include "core/launch/export_launch.h"
#include "core/launch_text/command/flag_words.h"
#include "core/scenario_json/write.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// "sbatch: --partition=batch\n": a line a part.
std::string lines_of_parts(const ScriptParts& parts) {
  std::string lines;
  for (const auto& [kind, code] : parts) lines += kind + ": " + parts_of_kind({{kind, code}}, kind).front() + "\n";
  return lines;
}

std::string parts_in(std::string_view text) {
  const ShellScript script = read_shell(text);
  REQUIRE_FALSE(script.commands.empty());
  return lines_of_parts(script_parts(script, flattened(script.commands.back()), "pretrain_gpt.py"));
}

constexpr std::string_view around = R"(#!/bin/bash
#SBATCH --nodes=8 --ntasks-per-node=1
#SBATCH --partition=batch --account=proj -t 24:00:00  # a comment
#SBATCH --gpus-per-node=8
export NCCL_DEBUG=WARN LOGS="my logs"
export HF_TOKEN=xyz MASTER_ADDR=$(hostname) CUDA_DEVICE_MAX_CONNECTIONS=1
source env.sh
cd /opt/megatron
srun --container-mounts=/data:/data -N 8 --mpi=pmix torchrun --nnodes 8 --nproc_per_node 8 --max-restarts 3 \
  --rdzv_endpoint $MASTER_ADDR:29500 /opt/megatron/pretrain_gpt.py \
  --num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 \
  --vocab-size 32000 --micro-batch-size 1 --global-batch-size 64 --bf16 --tensor-model-parallel-size 8 \
  --sequence-parallel --tensorboard-dir ~/tb
)";

std::string exported(std::string_view text, const char* framework, Launcher launcher) {
  return export_launch(imported(text).parsed.said, framework_named(framework), launcher, real_presets()).text;
}

}  // namespace

TEST_CASE("what stands around the flags is kept by kind, but for nodes, ranks and rendezvous") {
  struct Case {
    const char* text;
    const char* parts;
  };
  for (const Case& each : {
           Case{"#SBATCH --nodes=2 -p big\n#SBATCH -N 2 --time 1:00 # -x y\nx a.py --bf16",
                "sbatch: -p big\nsbatch: --time 1:00\nprogram: a.py\n"},
           Case{"#SBATCH --gres=gpu:8 -n 4 --exclusive -G8\nx pretrain_gpt.py", ""},
           Case{"A=1\nexport A\nexport B='x y' C=$HOME/c D\nx pretrain_gpt.py",
                "export: A=1\nexport: B='x y'\nexport: C=$HOME/c\n"},
           Case{"export WANDB_API_KEY=abc NODE_RANK=3 TOKENIZERS_PARALLELISM=false\nx pretrain_gpt.py",
                "left: export WANDB_API_KEY\nexport: TOKENIZERS_PARALLELISM=false\n"},
           Case{"export HF_TOKEN=$(cat token) EMPTY=\nx pretrain_gpt.py",
                "export: HF_TOKEN=$(cat token)\nexport: EMPTY=''\n"},
           Case{"NCCL_DEBUG=INFO CUDA_VISIBLE_DEVICES=0 x pretrain_gpt.py", "export: NCCL_DEBUG=INFO\n"},
           Case{"f() { export A=1; }\nif false; then export B=2; fi\nf\nx pretrain_gpt.py", "export: A=1\n"},
           Case{"cd /a\nmodule load cuda\ncd \"$ROOT/b\"\nx pretrain_gpt.py",
                "cd: /a\nleft: module load cuda\ncd: \"$ROOT/b\"\n"},
           Case{"srun -l -N4 --nodes 4 --mpi=pmix -w $NODE python -u pretrain_gpt.py",
                "srun: -l --mpi=pmix -w $NODE\n"},
           Case{"srun --container-image x bash -c \"python dir/pretrain_gpt.py --bf16 --num-layers 2\"",
                "srun: --container-image x\nprogram: dir/pretrain_gpt.py\n"},
           Case{"torchrun --nproc_per_node 8 --rdzv_id=1 --max-restarts=3 --tee 3 $DIR/pretrain_gpt.py --lr 1",
                "torchrun: --max-restarts 3\ntorchrun: --tee 3\nprogram: $DIR/pretrain_gpt.py\n"},
           Case{"python -m torch.distributed.launch --use_env --nproc_per_node 8 pretrain_gpt.py", ""},
           Case{"python -m torch.distributed.launch --max-restarts 3 pretrain_gpt.py", "torchrun: --max-restarts 3\n"},
           Case{"export SLURM_NNODES=2 OMPI_COMM_WORLD_SIZE=16 PET_NNODES=2\nx pretrain_gpt.py", ""},
           Case{"#SBATCH --gpus-per-socket=4 --constraint=a100\nx pretrain_gpt.py", "sbatch: --constraint=a100\n"},
           Case{"srun -l mpirun -x A=1 pretrain_gpt.py", "srun: -l\n"},
           Case{"srun -J deepspeed -N 2 --time 1:00 python pretrain_gpt.py", "srun: -J deepspeed --time 1:00\n"},
           Case{"srun --job-name torchrun --nodes 2 torchrun --tee 3 pretrain_gpt.py",
                "srun: --job-name torchrun\ntorchrun: --tee 3\n"},
       }) {
    CAPTURE(each.text);
    CHECK(parts_in(each.text) == each.parts);
  }
}

TEST_CASE("an export has what stood around the flags, and names above what it can't have") {
  const std::string slurm = exported(around, "megatron", Launcher::slurm);
  CAPTURE(slurm);
  for (const char* line :
       {"\n#SBATCH --partition=batch\n#SBATCH --account=proj\n#SBATCH -t 24:00:00\n",
        "\nexport NCCL_DEBUG=WARN\nexport LOGS='my logs'\nset -euo pipefail\ncd /opt/megatron\n",
        "\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\n",
        "srun --container-mounts=/data:/data --mpi=pmix torchrun --nnodes 8",
        " \\\n  --max-restarts 3 \\\n  /opt/megatron/pretrain_gpt.py \"${ARGS[@]}\"\n", "  --tensorboard-dir ~/tb\n",
        "# Around the flags of the script, not written here: export HF_TOKEN, source env.sh\n"})
    CHECK_MESSAGE(says(slurm, line), line);
  for (const char* word : {"xyz", "--account=proj\n#SBATCH --account", "a comment", "MASTER_ADDR"})
    CHECK_MESSAGE(!says(slurm, word), word);
  const std::string left = "# Around the flags of the script, not written here: export HF_TOKEN, source env.sh\n";
  CHECK(exported(slurm, "megatron", Launcher::slurm) == edited(left, "", slurm));

  const std::string torchrun = exported(around, "megatron", Launcher::torchrun);
  CHECK(says(torchrun, "not written here: #SBATCH --partition=batch, #SBATCH --account=proj,"));
  CHECK(says(torchrun, "\nexport NCCL_DEBUG=WARN\n"));
  const std::string bare = exported(around, "megatron", Launcher::none);
  CHECK(says(bare, "\n/opt/megatron/pretrain_gpt.py \\\n"));
  CHECK(says(bare, "export NCCL_DEBUG=WARN"));
  const std::string other = exported(around, "torchtitan", Launcher::slurm);
  CHECK_FALSE(says(other, "\nexport NCCL_DEBUG"));
  CHECK(says(other, "/opt/megatron/pretrain_gpt.py"));
}

TEST_CASE("a text that exports what a rule asks for isn't called refused for what its script exported") {
  const std::string text = edited("CUDA_DEVICE_MAX_CONNECTIONS=1", "CUDA_DEVICE_MAX_CONNECTIONS=8", around);
  CHECK(says(exported(text, "megatron", Launcher::none), "needs a single hardware queue"));
  CHECK_FALSE(says(exported(text, "megatron", Launcher::slurm), "needs a single hardware queue"));
}

TEST_CASE("a scenario keeps what stood around the flags") {
  const LaunchedScenario scenario = imported(around).parsed.said;
  CHECK(scenario.launch.script.size() == 12);
  CHECK(launched_of(write_scenario(scenario, real_presets())) == scenario);
}

TEST_CASE("a line that starts a program by any launcher is a script's") {
  for (const char* line : {"torchrun train.py", "python3 -m train", "deepspeed train.py", "accelerate launch train.py"})
    CHECK_MESSAGE(runs_program(line), line);
  for (const char* line : {"torchrun", "deepspeed: ds.json", "train.py x"})
    CHECK_FALSE_MESSAGE(runs_program(line), line);
}

TEST_CASE("a program that trains no GPT is said, and one that isn't known") {
  struct Case {
    const char* text;
    const char* line;
  };
  for (const Case& each : {
           Case{"torchrun pretrain_gpt.py --num-layers 2", ""},
           Case{"torchrun tools/run_llama_sft.py --num-layers 2", ""},
           Case{"torchrun '' my_pretrain_llama.py pretrain_llama2.py", ""},
           Case{"torchrun own.py --num-layers 2", ""},
           Case{"torchrun examples/train.py --num-layers 2",
                "line 1: train.py isn't known here, and may build another model than its flags say; it is read as a "
                "decoder of what they say"},
           Case{"torchrun t5/finetune_t5.py", "line 1: finetune_t5.py trains another kind of model"},
           Case{"torchrun run_mamba2_lm.py", "line 1: run_mamba2_lm.py trains another kind of model"},
           Case{"torchrun sft5.py", "line 1: sft5.py isn't known here"},
           Case{
               "torchrun dir/pretrain_mamba.py --num-layers 2",
               "line 1: pretrain_mamba.py trains another kind of model; memory, time and rules here are those of a GPT "
               "of these sizes"},
           Case{"\ntorchrun pretrain_t5.py", "line 2: pretrain_t5.py trains another kind of model"},
           Case{"torchrun pretrain_zebra.py",
                "line 1: pretrain_zebra.py isn't known here, and may build another model than its flags say"},
       }) {
    CAPTURE(each.text);
    LaunchFramework framework;
    framework.program = "own.py";
    framework.decoders = {"pretrain_*.py", {"gpt", "llama"}, {}, {"t5", "mamba"}};
    const std::optional<Problem> other = other_program(flattened(read_shell(each.text).commands.back()), framework);
    CHECK(other.has_value() == (*each.line != '\0'));
    if (!other) continue;
    CHECK(other->severity == Severity::warning);
    CHECK(says(where_words(*other) + ": " + other->message, each.line));
  }
}

TEST_CASE("what an editor puts around a text is left away once, with one line") {
  CHECK_FALSE(without_editors_marks("export A=1\nb\rc\n"));
  const auto marked = without_editors_marks(
                 "\xef\xbb\xbf"
                 "export A=1\n"),
             ended = without_editors_marks("a\r\nb\r\n");
  REQUIRE(marked);
  CHECK(marked->text == "export A=1\n");
  CHECK(marked->said.starts_with("it begins with a byte order mark, which"));
  REQUIRE(ended);
  CHECK(ended->text == "a\nb\n");
  CHECK(ended->said.starts_with("its lines end in CR LF, which"));
  std::string windows("\xef\xbb\xbf");
  for (const char c : small_launch) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const ImportedLaunch launch = imported(windows), plain = imported(small_launch);
  CHECK(launch.parsed.said.scenario == plain.parsed.said.scenario);
  CHECK(said_beside(launch).find("a byte order mark, and its lines end in CR LF") != std::string::npos);
}
