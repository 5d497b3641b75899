#include <doctest/doctest.h>

#include <CLI/CLI.hpp>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("export writes a framework's flags, and import reads them back as the scenario") {
  const Ran out = run_command(ExportCommand{"-", {}, "megatron", Launcher::slurm}, scenario_line);
  CHECK(out.status == exit_status::done);
  CHECK(out.out.find("#SBATCH --nodes=8") != std::string::npos);
  CHECK(out.out.find("--tensor-model-parallel-size 8") != std::string::npos);
  const Ran back = run_command(ImportCommand{"-", {}}, out.out);
  CHECK(back.status == exit_status::done);
  CHECK(back.out.find("\"name\": \"Small\"") != std::string::npos);
  CHECK(back.out.find("\"tp\": 8") != std::string::npos);
}

TEST_CASE("the help of --to says what lists the frameworks, so that no list of them stands in it") {
  CLI::App app;
  ExportCommand command;
  (void)add_options(app, command);
  const std::string help = app.get_option("--to")->get_description();
  CHECK(help.find("shardscope list frameworks") != std::string::npos);
}

TEST_CASE("a framework that isn't known is a wrong command line that names those that are") {
  const Ran out = run_command(ExportCommand{"-", {}, "jax", Launcher::none}, scenario_line);
  CHECK(out.status == exit_status::wrong_command_line);
  CHECK(out.error.find("it takes megatron, torchtitan") != std::string::npos);
}

TEST_CASE("a scenario that is invalid is a line on stderr") {
  const Ran out = run_command(ExportCommand{"-", {}, "megatron", Launcher::none}, "{");
  CHECK(out.status == exit_status::invalid_input);
  CHECK(out.error.find("stdin: it isn't JSON") == 0);
}

TEST_CASE("a plan that no machine could run is status 1, its lines as report's, and no text") {
  for (const char* setting : {"plan.precision=fp8", "plan.tp=3", "plan.global_batch=63"}) {
    CAPTURE(setting);
    const Ran out = run_command(ExportCommand{"-", {setting}, "megatron", Launcher::none}, scenario_line);
    ReportCommand same;
    same.scenarios = {"-"}, same.settings = {setting};
    const Ran report = run_command(same, scenario_line);
    CHECK(out.status == exit_status::invalid_input);
    CHECK(out.out.empty());
    CHECK_FALSE(out.error.empty());
    CHECK(out.error == report.error);
  }
}

TEST_CASE("what was taken for granted of a launch is a line on stderr beside its export") {
  const Ran out = run_command(
      ExportCommand{"-", {"model=llama3-8b", "plan.sequence_length=4096"}, "deepspeed", Launcher::none},
      R"({"train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": "auto"}, "zero_optimization": {"stage": 3}})");
  CHECK(out.status == exit_status::done);
  CHECK(out.error.find("taken here: a micro-batch of 8 (the Trainer's own default)") != std::string::npos);
}
