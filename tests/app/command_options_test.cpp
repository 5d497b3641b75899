#include "app/command_options.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("each command's help names its options with a word of help each") {
  for (CLI::App& (*add)(CLI::App&, Parsed&) :
       {add_report, add_list, add_show, add_draw, add_validate, add_import, add_export, add_claims, add_pipeline,
        add_balance, add_timeline, add_code}) {
    Parsed parsed;
    CLI::App app;
    const CLI::App& command = add(app, parsed);
    CAPTURE(command.get_name());
    CHECK_FALSE(command.get_description().empty());
    for (const CLI::Option* option : command.get_options()) CHECK_FALSE(option->get_description().empty());
  }
}

TEST_CASE("a kind of preset has its plural and its singular") {
  CHECK(preset_kinds().at("models") == PresetKind::models);
  CHECK(preset_kinds().at("gpu") == PresetKind::gpus);
  CHECK(preset_kinds().at("schema") == PresetKind::schemas);
  CHECK(preset_kinds().at("frameworks") == PresetKind::frameworks);
}
