#include "app/timeline/timeline_export.h"

#include <doctest/doctest.h>

#include <string>

using namespace shardscope;

TEST_CASE("the name suggested has the scenario's or its file's, and the ending") {
  Document document;
  document.said.scenario.name = "GPT-4";
  for (const ExportKind& kind : export_kinds) {
    const SaveQuestion asked = timeline_file_question(document, kind);
    CHECK(asked.file == "GPT-4 timeline" + std::string(kind.ending));
    CHECK(asked.ending == kind.ending);
  }
  document.file = "/plans/mine.json";
  CHECK(timeline_file_question(document, export_kinds[1]).file == "/plans/mine timeline.svg");
}
