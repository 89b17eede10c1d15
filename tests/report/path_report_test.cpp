// A path that is ended before its first point has a report all the same.
#include "report/path_report.hpp"

#include <gtest/gtest.h>

#include "codec/source.hpp"
#include "format/read.hpp"
#include "report/model_run.hpp"

namespace halfspace {
namespace {

TEST(PathReport, OfNoPoints) {
  const auto data =
      read_dataset(memory_source(std::string("x,z,label\n0,0,a\n1,3,b\n2,1,a\n3,2,b\n1,1,b\n2,2,a\n")), "made.csv", {});
  ASSERT_TRUE(data.ok()) << data.error().text();
  Settings settings;
  settings.values["penalty"] = "l1";
  settings.values["lambdas"] = "0.01,0.001";  // where the weights are not all 0
  const auto request = path_request(settings, data.value(), "made.csv");
  ASSERT_TRUE(request.ok()) << request.error().text();
  PathWatch watch;
  watch.stop = StopToken([] { return Halt::timeout; });
  auto path = train_on_path(data.value(), request.value(), watch);
  ASSERT_TRUE(path.ok()) << path.error().text();
  ASSERT_TRUE(path.value().rows.empty());
  describe_run(path.value().trained, data.value());
  const Json json = path_json(data.value(), path.value());
  EXPECT_EQ(json["status"], "timeout");
  EXPECT_EQ(json["settings"]["penalty"], "l1");
  EXPECT_TRUE(json["points"].empty());
  EXPECT_NE(path_text(data.value(), path.value()).find("0 points of 2 done"), std::string::npos);
}

}  // namespace
}  // namespace halfspace
