// Streams to another process: both ends of a pair in one.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/error.h"
#include "support/socket.h"

namespace flexura {
namespace socket_streams {
namespace {

namespace fs = std::filesystem;

/// A folder for local sockets.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "flexura_socket_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path;
};

SocketPlace local(const std::string& path, bool create, bool udp = false) {
  SocketPlace place;
  place.create = create;
  place.udp = udp;
  place.path = path;
  return place;
}

template <class F>
bool refuses(F&& f, const std::string& words) {
  try {
    f();
  } catch (const Error& e) {
    BOOST_TEST((e.exit_code() == ExitCode::output_failed));
    return std::string(e.what()).find(words) != std::string::npos;
  }
  return false;
}

using Bytes = std::array<std::byte, 8>;
constexpr Bytes numbers{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                        std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};

}  // namespace
}  // namespace socket_streams

BOOST_FIXTURE_TEST_SUITE(socket_streams, Folder)

BOOST_AUTO_TEST_CASE(bytes_arrive_whole_and_an_end_is_told) {
  Socket here(local(path + "/s", true));
  here.listen();
  Bytes received{};
  {
    Socket there(local(path + "/s", false));
    BOOST_TEST((there.connect({1, {}}) == Transfer::done));
    BOOST_TEST((here.connect({1, {}}) == Transfer::done));
    BOOST_TEST((here.receive(received, false, {1, {}}) == Transfer::nothing));
    BOOST_TEST((there.send(numbers, true, {1, {}}) == Transfer::done));
    BOOST_TEST((here.receive(received, true, {1, {}}) == Transfer::done));
    BOOST_TEST((received == numbers));
    BOOST_TEST((here.receive(received, true, {0.05, {}}) == Transfer::late));
    BOOST_TEST((here.receive(received, true, {1, [] { return true; }}) == Transfer::interrupted));
  }
  BOOST_TEST((here.receive(received, true, {1, {}}) == Transfer::closed));
  BOOST_TEST((here.send(numbers, true, {1, {}}) == Transfer::closed));
}

BOOST_AUTO_TEST_CASE(datagrams_have_the_size_that_is_expected) {
  Socket here(local(path + "/d", true, true)), there(local(path + "/d", false, true));
  here.listen();
  BOOST_TEST((there.connect({1, {}}) == Transfer::done));
  Bytes received{};
  BOOST_TEST((here.receive(received, false, {1, {}}) == Transfer::nothing));
  BOOST_TEST((there.send(numbers, true, {1, {}}) == Transfer::done));
  BOOST_TEST((here.receive(received, true, {1, {}}) == Transfer::done));
  BOOST_TEST((received == numbers));
  BOOST_TEST((there.send(std::span(numbers).first(3), true, {1, {}}) == Transfer::done));
  BOOST_TEST(refuses([&] { here.receive(received, true, {1, {}}); }, "a datagram of 3 bytes has come, 8 are expected"));
}

BOOST_AUTO_TEST_CASE(places_that_cannot_be_are_named) {
  const std::string endless = path + "/" + std::string(200, 'x');
  Socket long_name(local(endless, true)), long_other(local(endless, false));
  BOOST_TEST(refuses([&] { long_name.listen(); }, "the name is too long"));
  BOOST_TEST(refuses([&] { long_other.connect({0.05, {}}); }, "the name is too long"));
  Socket lonely(local(path + "/nobody", false)), waiting(local(path + "/w", true));
  BOOST_TEST(refuses([&] { lonely.connect({0.05, {}}); }, "nobody is there to connect to"));
  waiting.listen();
  BOOST_TEST(refuses([&] { waiting.connect({0.05, {}}); }, "nobody has connected in time"));
  BOOST_TEST((waiting.connect({1, [] { return true; }}) == Transfer::interrupted));
  Socket second(local(path + "/w", true));
  BOOST_TEST(refuses([&] { second.listen(); }, path + "/w"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
