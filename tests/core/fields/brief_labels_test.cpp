#include "core/fields/brief_labels.h"

#include <doctest/doctest.h>

#include "core/fields/fields.h"

using namespace shardscope;

TEST_CASE("a field in brief is the field's own term, or its label where nothing is shorter") {
  CHECK(brief_label("plan.tp") == "TP");
  CHECK(brief_label("plan.virtual_stages") == "chunks");
  CHECK(brief_label("plan.micro_batch") == "micro-batch");
  CHECK(brief_title("plan.virtual_stages") == "Chunks");
  CHECK(brief_title("plan.tp") == "TP");
  CHECK(brief_label("run.tokens") == find_field("run.tokens")->label);
}

TEST_CASE("what is brief is of a field, and no longer than its label") {
  std::size_t shorter = 0;
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    CHECK(brief_label(field.path).size() <= field.label.size());
    shorter += brief_label(field.path) != field.label ? 1 : 0;
  }
  CHECK(shorter >= 12);
}
