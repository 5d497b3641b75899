#include "app/web/address.h"

#include <emscripten.h>

#include "app/session/session.h"
#include "core/scenario_json/short_code.h"

namespace shardscope {

namespace {

EM_JS(void, page_address, (const char* code, int step), { Module.page.address(UTF8ToString(code), step > 0); });

}  // namespace

void Address::follow(const Explorer& explorer, bool dragging) {
  const Document& shown = explorer.session.history.present();
  if (dragging || (!code_.empty() && shown.said == said_)) return;
  const bool another = !code_.empty() && shown.baseline != baseline_;
  said_ = shown.said, baseline_ = shown.baseline;
  std::string code = scenario_code(said_, *explorer.session.presets);
  if (code == code_) return;
  code_ = std::move(code);
  page_address(code_.c_str(), another ? 1 : 0);
}

void Address::go_to(Explorer& explorer, const std::string& code) {
  if (code.empty() || code == code_) return;
  if (!open_text(explorer.session, code, "the address", "")) return;
  const Document& shown = explorer.session.history.present();
  said_ = shown.said, baseline_ = shown.baseline;
  code_ = code;
}

}  // namespace shardscope
