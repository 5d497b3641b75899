#include <doctest/doctest.h>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("export writes a framework's flags, and import reads them back as the scenario") {
  const Ran out = run_command(run_export, ExportCommand{"-", {}, "megatron", Launcher::slurm}, small_scenario);
  CHECK(out.status == exit_status::done);
  CHECK(out.out.find("#SBATCH --nodes=8") != std::string::npos);
  CHECK(out.out.find("--tensor-model-parallel-size 8") != std::string::npos);
  const Ran back = run_command(run_import, ImportCommand{"-", {}}, out.out);
  CHECK(back.status == exit_status::done);
  CHECK(back.out.find("\"name\": \"Small\"") != std::string::npos);
  CHECK(back.out.find("\"tp\": 8") != std::string::npos);
}

TEST_CASE("a framework that isn't known is a wrong command line that names those that are") {
  const Ran out = run_command(run_export, ExportCommand{"-", {}, "jax", Launcher::none}, small_scenario);
  CHECK(out.status == exit_status::wrong_command_line);
  CHECK(out.error.find("it takes megatron, torchtitan") != std::string::npos);
}

TEST_CASE("a scenario that is invalid is a line on stderr") {
  const Ran out = run_command(run_export, ExportCommand{"-", {}, "megatron", Launcher::none}, "{");
  CHECK(out.status == exit_status::invalid_input);
  CHECK(out.error.find("stdin: it isn't JSON") == 0);
}
