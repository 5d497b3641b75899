// Which of a script's commands is the launch, and which files are its own: what other commands say counts for nothing,
// and what is done to its configuration before is said.
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

using ChoiceFiles = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view clm_words =
    "run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 2 "
    "--gradient_accumulation_steps 4 --block_size 2048 ";
const std::string of_deepspeed = "deepspeed --num_gpus 8 " + std::string(clm_words) + "--deepspeed ds.json\n";
const std::string of_accelerate = "accelerate launch --config_file acc.yaml " + std::string(clm_words) + "\n";
const std::string json_zero_2 = R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}})";
const std::string json_zero_3 = R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": true}})";
const std::string yaml_fsdp = "distributed_type: FSDP\nmixed_precision: bf16\nnum_machines: 2\nnum_processes: 16\n";

struct ReadChoice {
  std::int64_t gpus = 0, zero = 0;
  std::string said;
};

ReadChoice read_choice(const std::string& text, const ChoiceFiles& files) {
  const Outcome<ImportedLaunch> launch = import_launch(text, "launch.sh", real_presets(), {}, nullptr, {{}, {}, files});
  if (!succeeded(launch)) return {0, 0, line_of(problems_of(launch).front(), "")};
  const Scenario scenario = with_defaults(value_of(launch).parsed.said.scenario);
  return {scenario.cluster.gpus, scenario.plan.zero.value_or(-1), said_beside(value_of(launch))};
}

}  // namespace

TEST_CASE("flags, configuration and machines are those of one command") {
  for (const char* other :
       {"deepspeed --num_gpus 1 eval.py --ckpt x\n", "torchrun --nnodes 3 --nproc_per_node 2 eval.py\n",
        "accelerate launch --num_processes 4 -m lm_eval --model hf\n", "python eval.py --config eval.yaml\n",
        "python eval.py --recipe a.b.c\n",
        "python zero_to_fp32.py --config_file o.yaml --deepspeed_config_file z.json\n",
        "uv run --recipe x.y.z tool.py\n", "python prep.py --stage 3 --data x\n", "srun -N1 -n1 python eval.py\n"}) {
    CAPTURE(other);
    for (const std::string& text : {of_deepspeed + other, other + of_deepspeed}) {
      const ReadChoice found = read_choice(text, {{"ds.json", json_zero_2}});
      CHECK(found.gpus == 8);
      CHECK(found.zero == 2);
      CHECK(found.said.find("a/b.py") == std::string::npos);
    }
  }
  const std::string slurm = "#SBATCH --nodes=4\n#SBATCH --gres=gpu:8\n#SBATCH --ntasks-per-node=8\nsrun python ";
  const std::string two = slurm + std::string(clm_words) + "--deepspeed ds.json\nsrun -N1 -n1 python eval.py\n";
  CHECK(read_choice(two, {{"ds.json", json_zero_2}}).gpus == 32);
  const ChoiceFiles both{{"acc.yaml", yaml_fsdp}, {"b.yaml", "distributed_type: MULTI_GPU\nnum_processes: 4\n"}};
  const ReadChoice of_two = read_choice(of_accelerate + "accelerate launch --config_file b.yaml eval.py --x 1\n", both);
  CHECK(of_two.gpus == 16);
  CHECK(of_two.zero == 3);
}

TEST_CASE("what Accelerate's file says of machines counts as on its command line, and that goes before") {
  const std::string slurm = "#SBATCH --nodes=4\n#SBATCH --gres=gpu:8\n";
  const ChoiceFiles files{{"acc.yaml", yaml_fsdp}};
  CHECK(read_choice(slurm + of_accelerate, files).gpus == 16);
  CHECK(read_choice(slurm + of_accelerate, files).said.find("Slurm gives 4 nodes") != std::string::npos);
  CHECK(read_choice("GPUS_PER_NODE=8\nNNODES=4\n" + of_accelerate, files).gpus == 16);
  const std::string own = "accelerate launch --config_file acc.yaml --num_processes 8 " + std::string(clm_words);
  CHECK(read_choice(slurm + own, files).gpus == 8);
  const ChoiceFiles alone{
      {"acc.yaml", "distributed_type: FSDP\nmixed_precision: bf16\nnum_machines: 1\nnum_processes: 8\n"}};
  CHECK(read_choice(slurm + "srun " + of_accelerate, alone).gpus == 8);
  CHECK(read_choice(slurm + "srun " + of_accelerate, alone).said.find("trains by itself") != std::string::npos);
}

TEST_CASE("of a supervised training and one of preferences in one script the first is read, and the other said") {
  const std::string of_dpo =
      "deepspeed --num_gpus 4 train_dpo.py --model_name_or_path meta-llama/Llama-2-7b-hf "
      "--per_device_train_batch_size 1 --gradient_accumulation_steps 8 --deepspeed ds.json\n";
  const ChoiceFiles files{{"ds.json", json_zero_2}};
  for (const std::string& text : {of_deepspeed + of_dpo, of_dpo + of_deepspeed}) {
    const ReadChoice found = read_choice(text, files);
    CHECK(found.gpus == 8);
    CHECK(found.said.find("another training too, which isn't read: train_dpo.py (line ") != std::string::npos);
  }
  CHECK(read_choice(of_dpo, files).said.find("another training than next-word prediction") != std::string::npos);
}

TEST_CASE("DeepSpeed's file of hosts that was given beside the script says the GPUs, and is read") {
  const std::string text = "deepspeed --hostfile=conf/hostfile " + std::string(clm_words) + "--deepspeed ds.json\n";
  const ReadChoice found =
      read_choice(text, {{"ds.json", json_zero_2}, {"hostfile", "worker-1 slots=8\nworker-2 slots=4\n"}});
  CHECK(found.gpus == 12);
  CHECK(found.said.find("nothing here reads it") == std::string::npos);
}

TEST_CASE("a DeepSpeed file that Accelerate names may be called .conf") {
  const std::string text = "accelerate launch --num_processes 4 --use_deepspeed --deepspeed_config_file a/ds.conf " +
                           std::string(clm_words) + "\n";
  CHECK(read_choice(text, {{"ds.conf", json_zero_3}}).zero == 3);
  CHECK(read_choice(text, {}).said.find("the configuration is in a/ds.conf, which isn't here") != std::string::npos);
}

TEST_CASE("a script's own name for its model is read where --model_name_or_path isn't there") {
  const auto named = [](const std::string& flags) {
    return read_choice(
        "deepspeed --num_gpus 8 train.py --per_device_train_batch_size 2 --gradient_accumulation_steps 4 "
        "--block_size 2048 --deepspeed ds.json " +
            flags + "\n",
        {{"ds.json", json_zero_3}});
  };
  for (const char* flag : {"--model_path", "--model_id", "--base_model", "--model_name", "--model"}) {
    CAPTURE(flag);
    CHECK(named(std::string(flag) + " meta-llama/Llama-2-7b-hf").zero == 3);
    CHECK(named(std::string(flag) + " acme/none-9b").said.find("acme/none-9b isn't known here") != std::string::npos);
    CHECK(named("--model_name_or_path meta-llama/Llama-2-7b-hf " + std::string(flag) + " label").zero == 3);
  }
}

TEST_CASE("lines of sbatch behind the first command count for nothing, which is said") {
  const std::string launch = "srun --ntasks-per-node=8 python " + std::string(clm_words) + "--fsdp full_shard\n";
  const ReadChoice read_late =
      read_choice("#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:8\necho hi\n#SBATCH --nodes=8\n" + launch, {});
  CHECK(read_late.gpus == 32);
  CHECK(read_late.said.find("sbatch stops at the first command, in line 4") != std::string::npos);
}

TEST_CASE("words that lie over a recipe named with dots count") {
  const ChoiceFiles files{{"llama.py",
                           "from megatron.bridge.recipes.llama import llama3_8b_pretrain_config\n\n"
                           "def my_8b():\n    cfg = llama3_8b_pretrain_config()\n"
                           "    cfg.model.tensor_model_parallel_size = 4\n    return cfg\n"}};
  const std::string launch =
      "torchrun --nproc_per_node 8 pretrain.py --recipe recipes.llama.my_8b model.context_parallel_size=1\n";
  const Outcome<ImportedLaunch> found =
      import_launch(launch, "launch.sh", real_presets(), {}, nullptr, {{}, {}, files});
  REQUIRE(succeeded(found));
  CHECK(value_of(found).parsed.said.scenario.plan.tp == 4);
  CHECK(value_of(found).parsed.said.scenario.plan.cp == 1);
}

TEST_CASE("a command that may make or change the launch's configuration is said, whatever it is") {
  const std::string edit =
      "cat > edit.py <<'EOF'\nimport json, sys\nc = json.load(open(sys.argv[2]))\n"
      "json.dump(c, open(sys.argv[2], 'w'))\nEOF\npython edit.py --config ds.json --stage 3\n";
  for (const std::string& writer :
       {std::string("python make_ds.py --stage 3 --output=ds.json\n"), edit,
        std::string("uv run make.py --out ds.json\n"),
        std::string("srun -n1 python -c \"import json; json.dump({}, open('ds.json', 'w'))\"\n"),
        std::string("perl -e 'open(F,\">ds.json\"); print F \"{}\";'\n"),
        std::string("install -m 644 z.json ds.json\n"), std::string("gawk -i inplace '1' ds.json\n"),
        std::string("echo ds.json | xargs sed -i 's/2/3/'\n"),
        std::string("find . -name 'ds.json' -exec sed -i 's/2/3/' {} \\;\n"),
        std::string("wget -O ds.json http://x/y\n"), std::string("patch ds.json < z.patch\n"),
        std::string("ruby -i -pe 'sub(/2/,\"3\")' ds.json\n")}) {
    CAPTURE(writer);
    CHECK(read_choice(writer + of_deepspeed, {{"ds.json", json_zero_2}}).said.find("in a way that isn't followed") !=
          std::string::npos);
    CHECK(read_choice(of_deepspeed + writer, {{"ds.json", json_zero_2}}).said.find("in a way that isn't followed") ==
          std::string::npos);
  }
}

TEST_CASE("a command that reads the launch's configuration, and the launch itself, are no writers of it") {
  const std::string own = "cat > run_clm.py <<'EOF'\nimport json\njson.dump(metrics, open(out, 'w'))\nEOF\n";
  for (const std::string& reader :
       {std::string("cat ds.json\n"), std::string("ls -l ds.json && grep stage ds.json\n"), own,
        std::string("python - <<'EOF'\nimport shutil, json\nassert shutil.which('ninja')\nc = "
                    "json.load(open('ds.json'))\nEOF\n"),
        std::string(
            "python - <<'EOF'\nimport json\nopen('log.txt','w').write(str(json.load(open('ds.json'))))\nEOF\n")}) {
    CAPTURE(reader);
    CHECK(read_choice(reader + of_deepspeed, {{"ds.json", json_zero_2}}).said.find("in a way that isn't followed") ==
          std::string::npos);
  }
}

TEST_CASE(
    "a file that the script makes is read, by whatever prints it; one that is given goes before it, with a word") {
  for (const std::string& writer :
       {"cat <<EOF | tee ds.json > /dev/null\n" + json_zero_3 + "\nEOF\n",
        "echo '" + json_zero_3 + "' | tee -a ds.json\n", "echo '" + json_zero_3 + "' | tee ds.json copy.json\n",
        "{ echo '" + json_zero_3 + "'; } > ds.json\n", "( echo '" + json_zero_3 + "' ) > ds.json\n",
        "printf '%s\\n' '" + json_zero_3 + "' > ds.json\n",
        "make() { echo '" + json_zero_3 + "'; }\nmake > ds.json\n"}) {
    CAPTURE(writer);
    CHECK(read_choice(writer + of_deepspeed, {}).zero == 3);
    const ReadChoice given = read_choice(writer + of_deepspeed, {{"ds.json", json_zero_2}});
    CHECK(given.zero == 2);
    CHECK(given.said.find("the script makes ds.json itself") != std::string::npos);
    CHECK(read_choice(writer + of_deepspeed, {{"ds.json", json_zero_3}}).said.find("the script makes") ==
          std::string::npos);
  }
  CHECK(read_choice("ln -sf z3.json ds.json\n" + of_deepspeed, {{"z3.json", json_zero_3}}).zero == 3);
}
