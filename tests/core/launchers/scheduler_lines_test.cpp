#include "core/launchers/scheduler_lines.h"

#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string value_of_variable(std::string_view text, const std::string& name) {
  const ShellScript script = read_shell(text);
  const auto found = script.variables.find(name);
  return found == script.variables.end() || found->second.empty() ? "none" : found->second.front().text;
}

}  // namespace

TEST_CASE("what PBS says of nodes and GPUs counts as Slurm's words for it") {
  CHECK(slurm_words_of("#PBS -l select=32:ncpus=8:mpiprocs=8:ngpus=8") == " --mpiprocs=8 --nodes=32 --gpus-per-node=8");
  CHECK(slurm_words_of("#PBS -l nodes=4:ppn=16:gpus=2") == " --nodes=4 --gpus-per-node=2");
  CHECK(slurm_words_of("#PBS -l select=4") == " --chunks=4");
  CHECK(slurm_words_of("#PBS -q rt_HF") == " --node-type=rt_HF");
  for (const char* line : {"#PBS -l walltime=1:00:00", "#PBS -l select=2:ngpus=8+1:ngpus=4", "#PBS -q debug", "# x"})
    CHECK_MESSAGE(slurm_words_of(line).empty(), line);
}

TEST_CASE("Grid Engine's lines say nodes where a site's name for them is known") {
  const std::string words = " --node-type=rt_AF --nodes=32 --gpus-per-node=8";
  CHECK(slurm_words_of("#$ -l rt_AF=32") == words);
  CHECK(slurm_words_of("#$-l rt_AF=32") == words);
  CHECK(slurm_words_of("#$ -l h_rt=1:00:00,rt_AF=32") == words);
  CHECK(slurm_words_of("#$ -l rt_F=4") == " --node-type=rt_F --nodes=4 --gpus-per-node=4");
  for (const char* line : {"#$ -l h_vmem=8G", "#$ -cwd", "#$ -l rt_AF", "#$ -l myrt_AF=3", "#$ -o rt_AF=32"})
    CHECK_MESSAGE(slurm_words_of(line).empty(), line);
}

TEST_CASE("a known type of node has GPUs and a source") {
  for (const char* name : {"rt_F", "rt_AF", "rt_HF"}) {
    const NodeType* type = node_type_called(name);
    REQUIRE_MESSAGE(type != nullptr, name);
    CHECK(type->gpus > 1);
    CHECK_FALSE(type->source.empty());
  }
  CHECK(node_type_called("rt") == nullptr);
}

TEST_CASE("the job's nodes reach its variables, and the counts of lines in its list of nodes") {
  const std::string job = "#$ -l rt_AF=32\n";
  CHECK(value_of_variable(job + "N=$NHOSTS", "N") == "32");
  CHECK(value_of_variable(job + "N=$SGE_RESOURCE_TYPE", "N") == "rt_AF");
  CHECK(value_of_variable(job + "N=$(wc -l < $PE_HOSTFILE)", "N") == "32");
  CHECK(value_of_variable(job + "N=$(cat $SGE_JOB_HOSTLIST | wc -l)", "N") == "32");
  CHECK(value_of_variable(job + "N=$(wc -l < others)", "N").empty());
  CHECK(value_of_variable("N=$(wc -l < $PE_HOSTFILE)", "N").empty());
  const std::string pbs = "#PBS -l select=8:mpiprocs=4:ngpus=4\n";
  CHECK(value_of_variable(pbs + "N=$(sort -u $PBS_NODEFILE | wc -l)", "N") == "8");
  CHECK(value_of_variable(pbs + "N=$(wc -l < $PBS_NODEFILE)", "N") == "32");  // of ranks
  CHECK(value_of_variable("#PBS -l select=8:system=x\nN=`wc -l < $PBS_NODEFILE`", "N") == "8");
  CHECK(value_of_variable("#PBS -q rt_HF\n#PBS -l select=4\nx", "SLURM_NNODES") == "4");
  CHECK(value_of_variable("#PBS -l select=4\n#PBS -q rt_HF\nx", "SLURM_GPUS_ON_NODE") == "8");
  CHECK(value_of_variable("#PBS -l select=4\n#PBS -q debug\nx", "SLURM_NNODES") == "none");
  CHECK(value_of_variable("#PBS -q R1\n#PBS -v RTYPE=rt_HF\n#PBS -l select=4\nx", "SLURM_GPUS_ON_NODE") == "8");
  CHECK(value_of_variable("#BSUB -nnodes 64\nx", "SLURM_NNODES") == "64");
  CHECK(value_of_variable("#PJM -L node=4\nx", "SLURM_NNODES") == "4");
}
