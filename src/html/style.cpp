#include "html/style.hpp"

#include "plot/theme.hpp"

namespace halfspace::html {
namespace {

/// The variables that plot::of_page names, and those of the page alone: `right` and `wrong` shade a confusion matrix.
std::string variables(const plot::Theme& t, const std::string& more) {
  std::string out = "--paper:" + std::string(t.paper) + ";--ink:" + std::string(t.ink) +
                    ";--faint:" + std::string(t.faint) + ";--grid:" + std::string(t.grid) +
                    ";--tint:" + std::string(t.tint) + ";";
  for (std::size_t k = 0; k < t.color.size(); ++k)
    out += "--c" + std::to_string(k) + ":" + std::string(t.color[k]) + ";";
  return out + more;
}

constexpr const char* light_more =
    "--right:0 114 178;--wrong:200 78 0;--link:#0a5a8c;--band:#f4f5f7;color-scheme:light;";
constexpr const char* dark_more =
    "--right:86 180 233;--wrong:255 138 61;--link:#8ecbf5;--band:#1e232a;color-scheme:dark;";

constexpr const char* rules = R"(*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',Verdana,Arial,sans-serif}
main{max-width:68rem;margin:0 auto;padding:1rem 1.25rem 3rem}
h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--grid)}
h3{font-size:1.05rem;margin:1.75rem 0 .5rem}
p{margin:.5rem 0;max-width:46rem;overflow-wrap:anywhere}
a{color:var(--link)}
nav ul{list-style:none;margin:.75rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.faint,caption{color:var(--faint)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1rem 0}
.figures div{background:var(--band);border-radius:.5rem;padding:.6rem .9rem}
.figures dt{color:var(--faint);font-size:.875rem}
.figures dd{margin:0;font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}
.figures small{display:block;font-size:.8rem;font-weight:400;color:var(--faint)}
dl:not(.figures){margin:.5rem 0}
dl:not(.figures) div{display:grid;grid-template-columns:9.5rem 1fr;gap:.25rem 1rem;padding:.2rem 0}
dl:not(.figures) dt{color:var(--faint)}
dl:not(.figures) dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:.75rem 0;max-width:100%}
.scroll:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;font-size:.925rem;font-variant-numeric:tabular-nums}
caption{text-align:left;white-space:nowrap;padding:0 0 .35rem;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem .4rem;border-bottom:1px solid var(--grid)}
thead th{color:var(--faint);font-weight:600;border-bottom-color:var(--faint);white-space:nowrap}
tbody th{font-weight:500;min-width:6rem}
th.n,td.n{text-align:right;white-space:nowrap}
td.long{min-width:16rem;font-size:.85rem;color:var(--faint)}
.confusion td{text-align:right;min-width:4.2rem;padding:.35rem .6rem}
.confusion td.right{background:rgb(var(--right) / calc(var(--share) * .4));font-weight:700}
.confusion td.wrong{background:rgb(var(--wrong) / calc(var(--share) * .4))}
.confusion small{display:block;font-weight:400}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1.25rem;margin:1rem 0}
figure{margin:0}
figure svg{display:block;width:100%;height:auto;max-width:36rem;border:1px solid var(--grid);border-radius:.5rem}
pre{background:var(--band);border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere;font:.875rem/1.5 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}
@media (max-width:40rem){main{padding:.5rem 1rem 2rem}h1{font-size:1.3rem}dl:not(.figures) div{grid-template-columns:1fr;gap:0;padding:.35rem 0}tbody th{min-width:0}td.long{min-width:0}th,td{padding:.3rem .4rem}}
@media print{body{font-size:11pt}main{max-width:none;padding:0}nav{display:none}.scroll{overflow:visible}table{font-size:9pt}tr,figure,dl div{break-inside:avoid}h2,h3,caption{break-after:avoid}.confusion td,.figures div,figure svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}.pictures{grid-template-columns:1fr 1fr}}
)";

}  // namespace

std::string style_sheet() {
  const std::string by_day = variables(plot::light, light_more);
  return ":root{" + by_day + "}\n@media (prefers-color-scheme:dark){:root{" + variables(plot::dark, dark_more) +
         "}}\n@media print{:root{" + by_day + "}}\n" + rules;
}

}  // namespace halfspace::html
