#include "core/script/script_origins.h"

#include <algorithm>

#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a variable of two flags has what both set, and is the plan's before the model's") {
  const std::string text =
      "SEQ=4096\nDEPTH=8\nLAYERS=$((4 * DEPTH))\npretrain_gpt.py --max-position-embeddings $SEQ --seq-length $SEQ "
      "--num-layers $LAYERS --hidden-size 1024 --num-attention-heads 16 --micro-batch-size 1\n";
  const LaunchReading reading = read_lit(text);
  const auto on_line = [&](int line) {
    return std::find_if(reading.lit.spans.begin(), reading.lit.spans.end(),
                        [&](const LitSpan& span) { return span.place.line == line; });
  };
  const auto seq = on_line(1);
  REQUIRE(seq != reading.lit.spans.end());
  CHECK(seq->part == LitPart::plan);
  CHECK(seq->fields.size() == 2);
  const auto depth = on_line(2);
  REQUIRE(depth != reading.lit.spans.end());
  CHECK(depth->fields == std::vector<std::string>{"model.num_hidden_layers"});
  CHECK_FALSE(depth->is_flag);
}

TEST_CASE("what says the machines is lit: launchers' options, Slurm's lines, variables") {
  const std::string slurm =
      "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:h100:8\n#SBATCH --job-name=nodes\nsrun python "
      "pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 --micro-batch-size 1 --seq-length "
      "2048\n";
  const LitScript lit = read_lit(slurm).lit;
  CHECK(lit_part(lit, "--nodes") == LitPart::machine);
  const LitSpan* gres = lit_span(lit, "--gres");
  REQUIRE(gres != nullptr);
  CHECK(std::find(gres->fields.begin(), gres->fields.end(), "cluster.gpu") != gres->fields.end());
  CHECK(std::all_of(lit.spans.begin(), lit.spans.end(),
                    [](const LitSpan& span) { return span.place.line != 4 || span.part == LitPart::none; }));
}

TEST_CASE(
    "each launcher's options are lit that are counted, short ones where it is named, with a value glued to them") {
  struct Case {
    const char* launcher;
    const char* option;
    LitPart part;
  };
  const std::string program =
      " pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 --micro-batch-size 1 "
      "--seq-length 2048 --vocab-size 32000\n";
  for (const Case& each :
       {Case{"accelerate launch --num_processes 16", "--num_processes", LitPart::machine},
        Case{"msrun --worker_num 16", "--worker_num", LitPart::machine}, Case{"mpirun -np 16", "-np", LitPart::machine},
        Case{"srun -N4 -n 16 python", "-N", LitPart::machine}, Case{"srun -N4 -n 16 python", "-n", LitPart::machine},
        Case{"aprun -n24 -N 4", "-n", LitPart::machine}, Case{"jsrun -n 4 -g 6", "-g", LitPart::machine}}) {
    CAPTURE(each.launcher);
    CAPTURE(each.option);
    CHECK(lit_part(read_lit(each.launcher + program).lit, each.option) == each.part);
  }
  const std::string slurm = "#SBATCH -N4\n#SBATCH --gpus=h100:32\nsrun python" + program;
  const LitScript lit = read_lit(slurm).lit;
  CHECK(lit_words(slurm, lit, "-N") == "-N4");
  CHECK(lit_span(lit, "--gpus")->fields == std::vector<std::string>{"cluster.gpu", "cluster.gpus"});
  CHECK(lit_span(read_lit("mpirun -np 4 bash -c \"$CMD\" python" + program).lit, "-c") == nullptr);
  CHECK(lit_span(read_lit("deepspeed --include h:0,1" + program).lit, "--include")->fields ==
        std::vector<std::string>{"cluster.gpus_per_node", "cluster.gpus"});
  CHECK(lit_span(read_lit("nice -n 4 python" + program).lit, "-n") == nullptr);
  CHECK(lit_span(read_lit("ls | grep --include x\ntorchrun --nproc_per_node 8" + program).lit, "--include") == nullptr);
}

TEST_CASE("srun's own line says which GPU, and an option without a value ends at its name") {
  const std::string program =
      " pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 --micro-batch-size 1 "
      "--seq-length 2048 --vocab-size 32000\n";
  for (const char* option : {"--constraint=a100", "-C a100", "-Ca100"}) {
    CAPTURE(option);
    const std::string text = "srun -N 2 --gpus-per-node 8 " + std::string(option) + " python" + program;
    const LitScript lit = read_lit(text).lit;
    const std::string name(option, option[1] == '-' ? 12 : 2);
    CHECK(lit_part(lit, name) == LitPart::machine);
    CHECK(lit_span(lit, name)->fields == std::vector<std::string>{"cluster.gpu"});
    CHECK(lit_words(text, lit, name) == option);
  }
  const std::string bare = "torchrun --nproc_per_node 8 --use_env" + program;
  for (const LitSpan& span : read_lit(bare).lit.spans)
    if (span.flag == "--use_env") CHECK(span.place.end - span.place.begin == span.flag.size());
}

TEST_CASE("a launcher's other options are there without effect, and count as no flags") {
  const std::string text =
      "#SBATCH --nodes=2 --time=01:00:00 -A me  # a day\ntorchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d "
      "--master_port 6000 pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 "
      "--micro-batch-size 1 --seq-length 2048\n";
  const LitScript lit = read_lit(text).lit;
  for (const char* option : {"--time", "-A", "--rdzv_backend", "--master_port"}) {
    CAPTURE(option);
    const auto span =
        std::find_if(lit.spans.begin(), lit.spans.end(), [&](const LitSpan& each) { return each.flag == option; });
    REQUIRE(span != lit.spans.end());
    CHECK(span->part == LitPart::none);
    CHECK_FALSE(span->is_flag);
    CHECK_FALSE(span->why.empty());
    if (span->flag == "-A") CHECK(span->place == TextSpan{1, 34, 39});
  }
  CHECK(lit.count(LitPart::none) == 0);
}

TEST_CASE("counts in small letters are lit as the machine's, as they are counted") {
  const std::string text =
      "nnodes=4\ngpus_per_node=8\nmodel_nodes=3\npython pretrain_gpt.py --num-layers 32 --hidden-size 1024 "
      "--num-attention-heads 16 --micro-batch-size 1 --seq-length 2048\n";
  const LaunchReading reading = read_lit(text);
  const auto part_of_line = [&](int line) {
    const auto found = std::find_if(reading.lit.spans.begin(), reading.lit.spans.end(),
                                    [&](const LitSpan& span) { return span.place.line == line; });
    return found == reading.lit.spans.end() ? LitPart::none : found->part;
  };
  CHECK(part_of_line(1) == LitPart::machine);
  CHECK(part_of_line(2) == LitPart::machine);
  CHECK(part_of_line(3) == LitPart::none);
}
