#include "app/window/keeping.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <random>

#include "app/explorer/state/other_plans.h"
#include "app/session/documents.h"
#include "app/session/kept/kept_documents.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;
using shardscope::tests::TemporaryFolder;

namespace {

void set_seed(Explorer& explorer, std::int64_t seed) {
  Scenario scenario = explorer.session.history.present().said.scenario;
  scenario.run.jitter_seed = seed;
  edit_as_step(explorer.session, std::move(scenario), "run.seed");
}

std::int64_t kept_seed(const std::filesystem::path& file) {
  const KeptDocuments kept = load_kept_documents(file, shipped_presets());
  REQUIRE(kept.documents.size() == 1);
  return kept.documents.front().said.scenario.run.jitter_seed;
}

}  // namespace

TEST_CASE("an edit is kept within a second, while frames go on and while nothing happens") {
  const TemporaryFolder folder;
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Keeping keeping(folder.path("settings.json"));
  keeping.open(explorer, shipped_presets());
  keeping.keep(explorer, 0);
  CHECK_FALSE(keeping.due_in(0.1));
  for (int frame = 1; frame <= 100; ++frame) {
    const double now = 0.02 * frame;
    set_seed(explorer, frame);
    keeping.note_change();
    keeping.keep(explorer, now);
    CHECK(0.02 * static_cast<double>(frame - kept_seed(folder.path("open.json"))) <= keep_every_seconds + 0.021);
  }
  REQUIRE(keeping.due_in(2.0));
  keeping.keep(explorer, 2.0 + *keeping.due_in(2.0));
  CHECK(kept_seed(folder.path("open.json")) == 100);
}

TEST_CASE("settings, lessons and tabs are kept as well") {
  const TemporaryFolder folder;
  {
    Explorer explorer = explorer_on("gpt4-25k-a100");
    Keeping keeping(folder.path("settings.json"));
    keeping.open(explorer, shipped_presets());
    copy_document(explorer.session);
    explorer.session.settings.theme = ThemeName::light;
    explorer.presentation.prepared = view_slides(explorer.session.history.present().said, {});
    explorer.of<LessonsState>().progress.lessons["zero"] = {2, {}};
    keeping.note_change();
    keeping.keep(explorer, 1);
  }  // nobody closed it
  CHECK(load_settings(folder.path("settings.json")).theme == ThemeName::light);
  Explorer next = explorer_on("gpt3-175b-v100");
  Keeping keeping(folder.path("settings.json"));
  keeping.open(next, shipped_presets());
  CHECK(document_count(next.session) == 2);
  CHECK(next.of<LessonsState>().progress.lessons.at("zero").step == 2);
  CHECK(next.presentation.prepared.size() == 5);
  CHECK_FALSE(next.session.notice.text.empty());
}

TEST_CASE("what was asked of a sweep and of a search is kept") {
  const TemporaryFolder folder;
  {
    Explorer explorer = explorer_on("gpt4-25k-a100");
    Keeping keeping(folder.path("settings.json"));
    keeping.open(explorer, shipped_presets());
    explorer.of<SweepState>().settings.along = SweptAxis{"plan.sequence_length"};
    explorer.of<SearchState>().settings.days = 45;
    keeping.close(explorer);
  }
  Explorer next = explorer_on("gpt3-175b-v100");
  Keeping keeping(folder.path("settings.json"));
  keeping.open(next, shipped_presets());
  CHECK(next.of<SweepState>().settings.along.path == "plan.sequence_length");
  CHECK(next.of<SearchState>().settings.days == 45);
}

TEST_CASE("pins, the lab's edits and slides are back after a kill -9, those of a second window too") {
  const TemporaryFolder folder;
  const std::string settings = folder.path("settings.json");
  {
    Explorer one = explorer_on("gpt4-25k-a100"), two = explorer_on("gpt3-175b-v100");
    Keeping first(settings), second(settings);
    first.open(one, shipped_presets());
    second.open(two, shipped_presets());
    pin_present(one), add_slide(one);
    pin_present(two), add_slide(two);
    two.of<LabState>().lab = make_lab();
    LabDocument lab;
    lab.values.ranks = 4;
    edit_lab(*two.of<LabState>().lab, lab);
    for (Keeping* keeping : {&first, &second}) keeping->note_change();
    first.keep(one, 1), second.keep(two, 1);
  }  // nobody closed them
  Explorer next = explorer_on("llama3-70b-4096-h100");
  Keeping keeping(settings);
  keeping.open(next, shipped_presets());
  REQUIRE(next.of<CompareState>().pins.size() == 2);
  CHECK(next.of<CompareState>().pins[1].document.said.scenario.preset == "gpt3-175b-v100");
  CHECK(next.presentation.prepared.size() == 2);
  REQUIRE(next.of<LabState>().kept.has_value());
  CHECK(next.of<LabState>().kept->values.ranks == 4);
}

TEST_CASE("slides and pins of a second window that was closed are offered by the next one, its scenarios are not") {
  const TemporaryFolder folder;
  const std::string settings = folder.path("settings.json");
  {
    Explorer one = explorer_on("gpt4-25k-a100"), two = explorer_on("gpt3-175b-v100");
    Keeping first(settings), second(settings);
    first.open(one, shipped_presets());
    second.open(two, shipped_presets());
    pin_present(two), add_slide(two);
    second.close(two), first.close(one);
  }
  Explorer next = explorer_on("llama3-70b-4096-h100");
  Keeping keeping(settings);
  keeping.open(next, shipped_presets());
  CHECK(document_count(next.session) == 1);
  CHECK(next.of<CompareState>().pins.size() == 1);
  CHECK(next.presentation.prepared.size() == 1);
  keeping.keep(next, 1);
  CHECK_FALSE(std::filesystem::exists(folder.path("open-2.json")));
}

TEST_CASE("two windows don't overwrite each other, and both come back after they were killed") {
  const TemporaryFolder folder;
  const std::string settings = folder.path("settings.json");
  {
    Explorer one = explorer_on("gpt4-25k-a100"), two = explorer_on("gpt4-25k-a100");
    Keeping first(settings), second(settings);
    first.open(one, shipped_presets());
    second.open(two, shipped_presets());
    set_seed(one, 11);
    set_seed(two, 22);
    remember_file(one.session.settings, "one.json");
    remember_file(two.session.settings, "two.json");
    first.keep(one, 1), second.keep(two, 1);
  }
  Explorer next = explorer_on("gpt3-175b-v100");
  Keeping keeping(settings);
  keeping.open(next, shipped_presets());
  REQUIRE(document_count(next.session) == 2);
  CHECK(document_at(next.session, 0).said.scenario.run.jitter_seed == 11);
  CHECK(document_at(next.session, 1).said.scenario.run.jitter_seed == 22);
  CHECK(load_settings(settings).recent_files.size() == 2);
  keeping.keep(next, 1);
  CHECK_FALSE(std::filesystem::exists(folder.path("open-2.json")));  // it is in the first's now
  CHECK(load_kept_documents(folder.path("open.json"), shipped_presets()).documents.size() == 2);
}

TEST_CASE("what a second window had open is gone once it is closed") {
  const TemporaryFolder folder;
  Explorer one = explorer_on("gpt4-25k-a100"), two = explorer_on("gpt4-25k-a100");
  Keeping first(folder.path("settings.json")), second(folder.path("settings.json"));
  first.open(one, shipped_presets());
  second.open(two, shipped_presets());
  first.close(one), second.close(two);
  CHECK(load_kept_documents(folder.path("open.json"), shipped_presets()).closed);
  CHECK_FALSE(std::filesystem::exists(folder.path("open-2.json")));
}

TEST_CASE("a full disk is said once, and the work goes on") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path("open.json"));
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Keeping keeping(folder.path("settings.json"));
  keeping.open(explorer, shipped_presets());
  int said = 0;
  for (int second = 1; second <= 5; ++second) {
    set_seed(explorer, second);
    keeping.note_change();
    keeping.keep(explorer, second);
    said += explorer.session.notice.text.find("No space left") != std::string::npos;
  }
  CHECK(said == 1);
  CHECK(explorer.session.history.present().said.scenario.run.jitter_seed == 5);
}

TEST_SUITE_BEGIN("long");

namespace {

/// What a session has done, for who looks at it after its end.
struct Record {
  std::atomic<int> edits = 0;
};

constexpr double seconds_apart = 0.05;  // of its edits, on its own clock

/// Edits without end.
[[noreturn]] void edit_until_killed(Explorer explorer, const std::string& settings, Record& record) {
  Keeping keeping(settings);
  keeping.open(explorer, shipped_presets());
  for (int edit = 1;; ++edit) {
    set_seed(explorer, edit);
    record.edits = edit;
    keeping.note_change();
    keeping.keep(explorer, seconds_apart * edit);
  }
}

}  // namespace

TEST_CASE("killed at 500 random moments, a session never loses more than its last second, and no file is unreadable") {
  void* shared = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED);
  const TemporaryFolder folder;
  const std::string file = folder.path("open.json");
  std::mt19937 random(500);
  std::uniform_int_distribution<int> moment(0, 200);  // which edit it has come to
  const Explorer start = explorer_on("gpt4-25k-a100");
  double lost_most = 0;
  for (int round = 0; round < 500; ++round) {
    CAPTURE(round);
    Record& record = *new (shared) Record;
    const pid_t session = fork();
    if (session == 0) edit_until_killed(start, folder.path("settings.json"), record);
    for (const int wanted = moment(random); record.edits < wanted;) sched_yield();
    REQUIRE(kill(session, SIGKILL) == 0);
    int status = 0;
    REQUIRE(waitpid(session, &status, 0) == session);
    REQUIRE(WIFSIGNALED(status));
    if (!std::filesystem::exists(file)) {  // killed before it had begun to keep
      CHECK(record.edits * seconds_apart <= 1);
      continue;
    }
    lost_most = std::max(lost_most, seconds_apart * static_cast<double>(record.edits - kept_seed(file)));
    CHECK_FALSE(std::filesystem::exists(file + ".damaged"));
    std::filesystem::remove(file);
  }
  CHECK(lost_most <= 1);
  MESSAGE("lost at most ", lost_most, " s");
  munmap(shared, sizeof(Record));
}

TEST_SUITE_END();
