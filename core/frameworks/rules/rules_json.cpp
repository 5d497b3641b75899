#include "core/frameworks/rules/rules_json.h"

#include <nlohmann/json.hpp>

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json listed(const std::vector<BrokenRule>& rules) {
  Json list = Json::array();
  for (const BrokenRule& rule : rules)
    list.push_back({{"id", rule.id},
                    {"severity", name_of(rule.severity)},
                    {"message", rule.message},
                    {"requires", rule.requires_words},
                    {"source", rule.source},
                    {"keys", rule.keys},
                    {"flags", rule.flags}});
  return list;
}

}  // namespace

nlohmann::ordered_json rules_json(const RulesReport& report, const std::vector<std::string>& changes,
                                  const std::vector<std::string>& cannot_express) {
  Json object = {{"framework", report.framework}, {"title", report.title},         {"release", report.release},
                 {"checked", report.checked},     {"unchecked", report.unchecked}, {"broken", listed(report.broken)}};
  if (!report.runs_instead.empty()) {
    object["runs_instead"] = report.runs_instead;
    object["broken_instead"] = listed(report.broken_instead);
  }
  object["changes"] = changes;
  object["cannot_express"] = cannot_express;
  return object;
}

}  // namespace shardscope
