#include "plot/rank_plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr double finest = 1.0 / 2000;  // points nearer than this look like one
constexpr unsigned rank_height = 560;

/// The curve without points that cannot be told from the one before.
Polyline thinned(const std::vector<Point>& points) {
  Polyline out;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Point p = points[k];
    const bool end = k == 0 || k + 1 == points.size();
    const bool far =
        end || std::fabs(p.x - out.points.back().x) >= finest || std::fabs(p.y - out.points.back().y) >= finest;
    if (far) out.points.push_back(p);
  }
  return out;
}

Figure figure_of(const RankCurve& c, const std::string& name, const std::vector<Point>& points,
                 const Segment& at_random) {
  Figure f;
  f.title = c.title;
  f.height = rank_height;
  Panel& p = f.panels.emplace_back();
  p.curves.push_back({{{at_random.a, at_random.b}, false}, {Stroke::bound}});
  p.curves.push_back({thinned(points), {Stroke::curve}});
  f.legend = {{Sign::stroke, 0, {Stroke::curve}, name + ", area " + short_number(c.area, 4)},
              {Sign::stroke, 0, {Stroke::bound}, "a random ranking"}};
  if (c.chosen) {
    p.dots.push_back(*c.chosen);
    f.legend.push_back({Sign::dot, 0, {}, c.rule});
  }
  f.notes.push_back(c.note);
  return f;
}

}  // namespace

Figure roc_plot(const RankCurve& c) {
  std::vector<Point> points = {{0, 0}};
  points.insert(points.end(), c.points.begin(), c.points.end());
  Figure f = figure_of(c, "ROC curve", points, {{0, 0}, {1, 1}});
  f.panels[0].x = share_axis("false positive rate");
  f.panels[0].y = share_axis("true positive rate");
  f.description =
      "ROC curve: the true positive rate against the false positive rate, for every threshold of the score. Area " +
      short_number(c.area, 4) + ".";
  return f;
}

Figure precision_recall_plot(const RankCurve& c, double share) {
  std::vector<Point> points;
  double recall = 0;
  for (const Point& p : c.points) {
    if (p.x == recall) continue;  // no row of +1 more
    points.push_back({recall, p.y});
    points.push_back(p);
    recall = p.x;
  }
  Figure f = figure_of(c, "precision and recall", points, {{0, share}, {1, share}});
  f.panels[0].x = share_axis("recall (share of +1 that is found)");
  f.panels[0].y = share_axis("precision (share of +1 among the found)");
  f.description = "Precision against recall, for every threshold of the score. Area (average precision) " +
                  short_number(c.area, 4) + ".";
  return f;
}

}  // namespace halfspace::plot
