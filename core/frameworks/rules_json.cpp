#include "core/frameworks/rules_json.h"

#include <nlohmann/json.hpp>

namespace shardscope {

nlohmann::ordered_json rules_json(const RulesReport& report) {
  using Json = nlohmann::ordered_json;
  Json broken = Json::array();
  for (const BrokenRule& rule : report.broken) {
    const char* severity = rule.severity == RuleSeverity::error     ? "error"
                           : rule.severity == RuleSeverity::warning ? "warning"
                                                                    : "adjust";
    broken.push_back({{"id", rule.id},
                      {"severity", severity},
                      {"message", rule.message},
                      {"requires", rule.requires_words},
                      {"source", rule.source},
                      {"keys", rule.keys},
                      {"flags", rule.flags}});
  }
  return {{"framework", report.framework}, {"title", report.title},         {"release", report.release},
          {"checked", report.checked},     {"unchecked", report.unchecked}, {"broken", std::move(broken)}};
}

}  // namespace shardscope
