// A step of a simulation allocates no memory: neither ours, nor PETSc's for us.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"
#include "test_paths.h"
#include "tests/elements/modal/sample_fem.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
#define FLEXURA_COUNTS_ALLOCATIONS 0
#else
#define FLEXURA_COUNTS_ALLOCATIONS 1

namespace {
bool counting = false;
long allocations = 0;
}  // namespace

// The C library's own, under its other name: all calls of the process come by here, those of `operator new` too.
extern "C" {
void* __libc_malloc(std::size_t size);                       // NOLINT: name of the C library
void* __libc_calloc(std::size_t count, std::size_t size);    // NOLINT
void* __libc_realloc(void* old, std::size_t size);           // NOLINT
void* __libc_memalign(std::size_t align, std::size_t size);  // NOLINT

void* malloc(std::size_t size) {
  if (counting) ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  if (counting) ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  if (counting) ++allocations;
  return __libc_realloc(old, size);
}
void* memalign(std::size_t align, std::size_t size) {
  if (counting) ++allocations;
  return __libc_memalign(align, size);
}
void* aligned_alloc(std::size_t align, std::size_t size) {
  if (counting) ++allocations;
  return __libc_memalign(align, size);
}
int posix_memalign(void** to, std::size_t align, std::size_t size) {
  if (counting) ++allocations;
  *to = __libc_memalign(align, size);
  return *to ? 0 : 12;
}
}
#endif

using namespace flexura;

namespace {

#if FLEXURA_COUNTS_ALLOCATIONS
/// Counts between the ends of two steps.
class Counter final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State&, const double*, const double*) override {
    if (report.step == 60) counting = true;
    if (report.step == 100) counting = false;
    last = report.step;
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  std::int64_t last = 0;
};

long count(const std::string& path, const std::string& solver = "") {
  const auto analysis =
      read_model(path.starts_with("/") ? path : std::string(FLEXURA_SOURCE_DIR) + "/verification/" + path, {});
  if (!solver.empty()) analysis->problem.linear.name = solver;
  Counter counter;
  allocations = 0;
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(counter);
  counting = false;
  BOOST_TEST(counter.last >= 100);
  return allocations;
}
#endif

}  // namespace

BOOST_AUTO_TEST_SUITE(allocations_of_a_step)

BOOST_AUTO_TEST_CASE(there_are_none) {
#if FLEXURA_COUNTS_ALLOCATIONS
  for (const char* path :
       {"rigid/pendulum/pendulum.mbd", "rigid/four_bar/four_bar.mbd", "rigid/heavy_top/heavy_top.mbd",
        "mechanisms/squeezing_mechanism/squeezing_mechanism.mbd", "mechanisms/bricard/bricard.mbd",
        "deformable/joint_pendulum/joint_pendulum.mbd", "deformable/rod_oscillator/rod_oscillator.mbd",
        "beams/slider_crank/slider_crank.mbd", "friction/block/block.mbd", "redundant/door/door.mbd"})
    BOOST_TEST(count(path) == 0, path << ": " << allocations << " allocations in 40 steps");
  for (const char* card : {"klu", "naive"})
    BOOST_TEST(count("beams/slider_crank/slider_crank.mbd", card) == 0, card << ": " << allocations);
#else
  BOOST_TEST_MESSAGE("not counted under a sanitizer");
#endif
}

BOOST_AUTO_TEST_CASE(flexible_bodies_need_none) {
#if FLEXURA_COUNTS_ALLOCATIONS
  const std::string path = test::sample_fem_file() + ".mbd";
  std::ofstream(path)
      << "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.12; time step: 1.e-3; method: ms, 0.6;\n"
         "tolerance: 1.e-8; max iterations: 20; end: initial value;\n"
         "begin: control data; structural nodes: 2; joints: 2; forces: 1; gravity; end: control data;\n"
         "begin: nodes; structural: 1, modal, null, eye, null, 0.2, -0.1, 0.3;\n"
         "structural: 2, static, 1., 0., 0., eye, null, null; end: nodes;\n"
         "begin: elements; joint: 1, spherical pin, 1, position, null, position, null;\n"
         "joint: 7, modal, 1, 5, from file, damping from file, \""
      << test::sample_fem_file()
      << "\", use invariant 9, 1, \"a\", 2, null;\n"
         "force: 9, modal, 7, list, 1, 4, string, \"0.2*sin(20.*Time)\";\n"
         "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n";
  BOOST_TEST(count(path) == 0, allocations << " allocations in 40 steps");
  std::filesystem::remove(path);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
