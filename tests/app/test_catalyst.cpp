// Pictures by ParaView Catalyst. Skipped where the program was built without ParaView, or there is no X server to
// start.
#include <boost/test/unit_test.hpp>

#include <sstream>

#include "test_paths.h"
#include "tests/app/program.h"

using namespace flexura::test;

namespace catalyst {
namespace {

/// A beam that falls about its clamp: its tip is 0.6 m lower at the end.
const std::string model =
    "begin: data; problem: initial value; end: data;\n"
    "begin: initial value; initial time: 0.; final time: 0.3; time step: 1.e-3; method: ms, 0.6;\n"
    "tolerance: 1.e-6; max iterations: 20; end: initial value;\n"
    "begin: control data; structural nodes: 3; rigid bodies: 2; beams: 1; joints: 1; gravity; end: control data;\n"
    "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0.5, 0., 0., eye, null, "
    "null;\n"
    "structural: 3, dynamic, 1., 0., 0., eye, null, null; end: nodes;\n"
    "begin: elements; joint: 11, clamp, 1, node, node;\n"
    "body: 2, 2, 0.1, null, diag, 1.e-3, 1.e-3, 1.e-3; body: 3, 3, 0.2, null, diag, 1.e-3, 1.e-3, 1.e-3;\n"
    "beam3: 21, 1, null, 2, null, 3, null, from nodes, linear viscoelastic generic, diag, 1.e4, 1.e4, 1.e4, 1., 1., "
    "1., proportional, 1.e-4, same, same;\n"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n";

struct Fixture : Program {
  Fixture() {
    const fs::path module = fs::path(FLEXURA_EXECUTABLE).parent_path() / "flexura_catalyst.so";
    usable = exists && fs::exists(module) && std::system("command -v xvfb-run > /dev/null 2>&1") == 0 &&
             std::system("command -v python3 > /dev/null 2>&1") == 0;
    if (!usable) BOOST_TEST_MESSAGE("no Catalyst or no X server: skipped");
    if (exists) write("model.mbd", model);
  }
  /// Runs a line of the shell in the folder.
  [[nodiscard]] int shell(const std::string& line) const {
    const int status = std::system(("cd " + folder + " && " + line).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  bool usable = false;
  /// Every process of tests looks for a free display from a number of its own: `-a` alone lets two take the same.
  /// Without -noreset the server starts again when its only client goes, and refuses the next one for a while.
  const std::string on_a_display =
      "xvfb-run -a -n " + std::to_string(100 + getpid() % 20000) + " -s '-noreset -screen 0 1280x1024x24' ";
};

}  // namespace
}  // namespace catalyst

BOOST_FIXTURE_TEST_SUITE(catalyst, Fixture)

BOOST_AUTO_TEST_CASE(frames_show_the_deformed_shape) {
  if (!usable) return;
  const std::string flexura = on_a_display + FLEXURA_EXECUTABLE;
  const int code = shell(flexura + " model.mbd --catalyst 100 > stdout 2> stderr");
  BOOST_REQUIRE_MESSAGE(code == 0, "exit code " << code << ": " << read("stdout") << read("stderr"));
  BOOST_TEST(read("stderr").find("Catalyst: 4 calls, ") != std::string::npos, read("stderr"));
  const std::string reader = "python3 " FLEXURA_SOURCE_DIR "/tests/app/read_frame.py ";
  std::vector<double> lowest;
  for (const char* frame : {"frame_000000.png", "frame_000100.png", "frame_000200.png", "frame_000300.png"}) {
    BOOST_REQUIRE_MESSAGE(fs::exists(file(std::string("model.frames/") + frame)), frame << ": " << read("stderr"));
    BOOST_REQUIRE(shell(reader + "model.frames/" + frame + " > frame.txt") == 0);
    std::istringstream numbers(read("frame.txt"));
    double part = 0, height = 0;
    BOOST_REQUIRE(static_cast<bool>(numbers >> part >> height));
    BOOST_TEST(part > 1e-4, frame << " is blank");
    BOOST_TEST(part < 0.5);
    lowest.push_back(height);
  }
  // The picture is 1 high; the lowest point of the model sinks from frame to frame.
  for (std::size_t k = 1; k < lowest.size(); ++k) BOOST_TEST(lowest[k] > lowest[k - 1]);
  BOOST_TEST(lowest.back() > lowest.front() + 0.1);
}

BOOST_AUTO_TEST_CASE(a_script_of_the_user_sees_the_data) {
  if (!usable) return;
  write("script.py",
        "# script-version: 2.0\n"
        "import os\n"
        "from paraview.simple import TrivialProducer\n"
        "model = TrivialProducer(registrationName='input')\n"
        "def catalyst_execute(info):\n"
        "    model.UpdatePipeline()\n"
        "    data = model.GetDataInformation()\n"
        "    with open(os.path.join(os.environ['FLEXURA_FRAMES'], 'seen.txt'), 'a') as f:\n"
        "        print(info.cycle, '%.6g' % info.time, data.GetNumberOfPoints(), data.GetNumberOfCells(),\n"
        "              model.PointData['velocity'].GetNumberOfComponents(), file=f)\n");
  const std::string flexura = on_a_display + FLEXURA_EXECUTABLE;
  BOOST_REQUIRE_MESSAGE(
      shell(flexura + " model.mbd --catalyst 150 --catalyst-script script.py > stdout 2> stderr") == 0, read("stderr"));
  BOOST_TEST(read("model.frames/seen.txt") == "0 0 3 6 3\n150 0.15 3 6 3\n300 0.3 3 6 3\n", read("stderr"));
}

BOOST_AUTO_TEST_CASE(a_missing_x_server_is_an_error) {
  if (!usable) return;
  BOOST_TEST(shell("env -u DISPLAY " FLEXURA_EXECUTABLE " model.mbd --catalyst 100 > stdout 2> stderr") == 6);
  BOOST_TEST(read("stderr").find("no X server") != std::string::npos, read("stderr"));
}

BOOST_AUTO_TEST_CASE(a_script_that_is_missing_is_an_error) {
  if (!exists) return;
  BOOST_TEST(run({"model.mbd", "-s", "--catalyst", "10", "--catalyst-script", "missing.py"}) == 2);
  BOOST_TEST(read("stderr").find("missing.py") != std::string::npos);
  BOOST_TEST(run({"model.mbd", "-s", "--catalyst", "0"}) == 7);
  BOOST_TEST(run({"model.mbd", "-s", "--catalyst-script", "a.py"}) == 7);
}

BOOST_AUTO_TEST_SUITE_END()
