#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/output/claims_page.h"
#include "core/claims/check_claims.h"
#include "core/claims/claims_json.h"

namespace shardscope {

OptionsCheck add_options(CLI::App& app, ClaimsCommand& command) {
  app.add_flag("--json", command.json, "Every claim with its numbers, ratio, verdict and arithmetic");
  return {};
}

int run(const ClaimsCommand& command, const Presets& presets, const Streams& streams) {
  const std::vector<CheckedClaim> claims = check_claims(presets.claims, presets);
  if (command.json)
    streams.out << json_text(claims_json(claims), 1);
  else
    streams.out << text_of(claims_page(claims));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
