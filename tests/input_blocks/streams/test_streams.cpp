// Cards of streams, and streams that talk to themselves.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <string>

#include "input/blocks/streams/file_driver_types.h"
#include "input/blocks/streams/socket_driver.h"
#include "input/blocks/streams/streams.h"
#include "input/run_storage.h"
#include "tests/input/language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(streams)

namespace {

std::string local_path(const std::string& name) {
  return "/tmp/flexura_" + name + "_" + std::to_string(getpid()) + ".sock";
}

/// The driver of a card.
struct Driver {
  explicit Driver(const std::string& card) {
    read_file_driver_card(language.read(card), file_driver_types());
    driver = run_storage<Streams>(language.symbols)->inputs.at(0);
  }
  double at(int column) {
    const DrivePointer drive = language.drive("file, 1, " + std::to_string(column));
    return drive->value(Taylor2(0), at_time(0)).f;
  }
  Language language;
  std::shared_ptr<ExternalDriver> driver;
};

/// What a client sends to the `socket` driver.
std::string tell(const std::shared_ptr<ExternalDriver>& driver, std::string text) {
  auto& socket = dynamic_cast<SocketDriver&>(*driver);
  std::string messages;
  std::size_t before = 0;
  do {
    before = text.size();
    messages += socket.carry_out(text);
  } while (text.size() < before);
  return messages;
}

std::string driver_error(const std::string& arguments) {
  return error_of([&] { Driver("1, " + arguments); });
}

std::string output_error(const std::string& arguments) {
  Language language;
  return error_of([&] {
    Reader& reader = language.read("1, " + arguments);
    const unsigned label = reader.label();
    read_stream_output(reader, label, reader.where(), false);
    reader.end_card();
  });
}

std::string send(Language& language, const std::string& arguments, const std::vector<double>& values, double time) {
  auto& streams = *run_storage<Streams>(language.symbols);
  if (streams.outputs.empty()) {
    Reader& reader = language.read("1, " + arguments);
    const unsigned label = reader.label();
    read_stream_output(reader, label, reader.where(), false);
    reader.end_card();
    streams.outputs[0]->listen();
    streams.outputs[0]->connect({5, {}});
  }
  return streams.outputs[0]->send(values, time, {5, {}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(initial_values_hold_until_something_comes) {
  Driver d("1, stream, name, \"in\", create, yes, local, \"" + local_path("initial") +
           "\", non blocking, no signal, input every, 2, receive first, no, timeout, 0.5, 2, initial values, 3., 4.");
  BOOST_TEST(d.at(1) == 3);
  BOOST_TEST(d.at(2) == 4);
  BOOST_TEST(d.driver->creates());
}

BOOST_AUTO_TEST_CASE(packets_go_through_every_kind_of_socket) {
  const std::string local = "local, \"" + local_path("loop") + "\"";
  for (const std::string& place : {local, local + ", socket type, udp", std::string("port, 29631"),
                                   std::string("port, 29632, host, \"127.0.0.1\", socket type, udp")}) {
    BOOST_TEST_CONTEXT(place) {
      Driver in("1, stream, name, \"in\", create, yes, " + place +
                ", 2, modifier, copy cast, swap, yes, float, int16_t");
      in.driver->listen();
      const std::string out = "stream name, \"out\", create, no, " + place +
                              ", values, 2, drive, time, drive, time, modifier, copy cast, swap, yes, float, int16_t";
      send(in.language, out, {1.5, -3}, 0);
      in.driver->connect({5, {}});
      BOOST_TEST(in.driver->receive(0, 0, {5, {}}).empty());
      BOOST_TEST(in.at(1) == 1.5);
      BOOST_TEST(in.at(2) == -3);
      send(in.language, out, {2.5, 7}, 0.1);
      BOOST_TEST(in.driver->receive(1, 0.1, {5, {}}).empty());
      BOOST_TEST(in.at(1) == 2.5);
      BOOST_TEST(in.at(2) == 7);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_other_side_may_go) {
  const std::string place = "local, \"" + local_path("gone") + "\"";
  Driver in("1, stream, name, \"in\", create, yes, " + place + ", 1");
  in.driver->listen();
  {
    Language other;
    send(other, "stream name, \"out\", create, no, " + place + ", 1, drive, time", {6}, 0);
    in.driver->connect({5, {}});
    run_storage<Streams>(other.symbols)->outputs.clear();
  }
  BOOST_TEST(in.driver->receive(0, 0, {5, {}}).empty());
  BOOST_TEST(contains(in.driver->receive(1, 0.1, {5, {}}), "the other side has gone, its last values hold"));
  BOOST_TEST(in.at(1) == 6);
  BOOST_TEST(in.driver->receive(2, 0.2, {5, {}}).empty());
}

BOOST_AUTO_TEST_CASE(waiting_has_an_end) {
  const std::string place = "local, \"" + local_path("late") + "\"";
  Driver in("1, stream, name, \"in\", create, yes, " + place + ", timeout, 0.01, 1");
  in.driver->listen();
  BOOST_TEST(contains(error_of([&] { in.driver->connect({0.01, {}}); }), "nobody has connected in time"));
  Language other;
  send(other, "stream name, \"out\", create, no, " + place + ", 1, drive, time", {6}, 0);
  in.driver->connect({5, {}});
  BOOST_TEST(in.driver->receive(0, 0, {}).empty());
  BOOST_TEST(contains(error_of([&] { in.driver->receive(1, 0.5, {}); }), "nothing has come within 0.01 s"));
}

BOOST_AUTO_TEST_CASE(every_so_many_steps_are_received) {
  const std::string place = "local, \"" + local_path("every") + "\"";
  Driver in("1, stream, name, \"in\", create, yes, " + place + ", input every, 2, receive first, no, 1");
  in.driver->listen();
  Language other;
  const std::string out = "stream name, \"out\", create, no, " + place + ", output every, 3, 1, drive, time";
  for (const double value : {5., 6.}) send(other, out, {value}, 0);
  in.driver->connect({5, {}});
  std::vector<double> seen;
  for (int step = 0; step < 4; ++step) {
    in.driver->receive(step, 0, {5, {}});
    seen.push_back(in.at(1));
  }
  BOOST_TEST(seen == (std::vector<double>{0, 5, 5, 6}), boost::test_tools::per_element());
  const StreamOutput& output = *run_storage<Streams>(other.symbols)->outputs[0];
  BOOST_TEST(output.due(0));
  BOOST_TEST(!output.due(2));
  BOOST_TEST(output.due(3));
}

BOOST_AUTO_TEST_CASE(commands_set_channels) {
  Driver d("1, socket, 2, initial values, 1., 2., local, \"" + local_path("commands") + "\"");
  BOOST_TEST(tell(d.driver, "label: 2\nvalue: 5\n.\n").empty());
  BOOST_TEST(d.at(1) == 1);
  BOOST_TEST(d.at(2) == 5);
  BOOST_TEST(tell(d.driver, "label: 2\ninc: yes\nvalue: 0.5\nvalue: 0.5\n.\nlabel: 1\nvalue: -1\n.\n").empty());
  BOOST_TEST(d.at(2) == 6);
  BOOST_TEST(d.at(1) == -1);
  // An impulse lasts for one step, incremental or not.
  d.driver->listen();
  BOOST_TEST(tell(d.driver, "label: 2\nimp: yes\nvalue: 9\n.\n").empty());
  BOOST_TEST(d.at(2) == 9);
  BOOST_TEST(d.driver->receive(1, 0, {}).empty());
  BOOST_TEST(d.at(2) == 0);
  BOOST_TEST(d.at(1) == -1);
}

BOOST_AUTO_TEST_CASE(wrong_commands_change_nothing_and_are_told) {
  Driver d("1, socket, 1, port, 29633, password, user, \"me\", credentials, \"secret\"");
  BOOST_TEST(contains(tell(d.driver, "label: 1\nvalue: 5\n.\n"), "user or password is wrong"));
  const std::string who = "user: me\npassword: secret\n";
  BOOST_TEST(contains(tell(d.driver, who + "label: 2\nvalue: 5\n.\n"), "columns are from 1 to 1"));
  BOOST_TEST(contains(tell(d.driver, who + "label: 1\nvalue: five\n.\n"), "expected a number"));
  BOOST_TEST(contains(tell(d.driver, who + "label: 1\ninc: maybe\n.\n"), "expected yes or no"));
  BOOST_TEST(contains(tell(d.driver, who + "shout: 1\n.\n"), "unknown command `shout`"));
  BOOST_TEST(tell(d.driver, who + "label: 1\nvalue: 5\n").empty());  // its point has not come
  BOOST_TEST(d.at(1) == 0);
  BOOST_TEST(tell(d.driver, who + "label: 1\nvalue: 5\n.\n").empty());
  BOOST_TEST(d.at(1) == 5);
}

BOOST_AUTO_TEST_CASE(errors_of_drivers_have_their_place) {
  const auto expect = [](const std::string& arguments, const std::string& message) {
    const std::string text = driver_error(arguments);
    BOOST_TEST(contains(text, message), arguments << " gives: " << text);
  };
  expect("stream, \"in\", create, yes, 1", ":1:18: error: expected `name`");
  expect("stream, name, \"toolong\", create, yes, 1", "`toolong` has 7");
  expect("stream, name, \"in\", 1", "expected `create`");
  expect("stream, name, \"in\", create, yes, port, 70000, 1", "ports are from 1 to 65535, found 70000");
  expect("stream, name, \"in\", create, yes, socket type, raw, 1", "type of socket");
  expect("stream, name, \"in\", create, no, socket type, udp, 1", ":1:38: error: datagrams are received where");
  expect("stream, name, \"in\", create, yes, host, \"\", 1", "the name of the host is empty");
  expect("stream, name, \"in\", create, yes, input every, 0, 1", "number of steps");
  expect("stream, name, \"in\", create, yes, timeout, 0., 1", "timeout");
  expect("stream, name, \"in\", create, yes, echo, \"e\", precision, 40, 1", "17 digits at most");
  expect("stream, name, \"in\", create, yes, 0", "number of channels");
  expect("stream, name, \"in\", create, yes, 2, initial values, 1.", "missing");
  expect("socket, 0, no auth", "number of columns");
  expect("socket, 1, port, 9011", "kind of authentication");
  expect("socket, 1, pam", "authentication by the system is not supported");
  expect("socket, 1, password, user, \"u\", credentials, prompt", "credentials cannot be asked for");
  expect("socket, 1, password, user, \"u\", credentials, \"{CRYPT}x\"", "encrypted credentials");
}

BOOST_AUTO_TEST_CASE(errors_of_output_elements_have_their_place) {
  const auto expect = [](const std::string& arguments, const std::string& message) {
    const std::string text = output_error(arguments);
    BOOST_TEST(contains(text, message), arguments << " gives: " << text);
  };
  const std::string begin = "stream name, \"out\", create, no, ";
  expect("name, \"out\", create, no, 1, drive, time", "expected `stream name`");
  expect("stream name, \"out\", send after, lunch, create, no, 1, drive, time", "instant of sending");
  expect("stream name, \"out\", create, yes, socket type, udp, 1, drive, time", "datagrams are sent to a socket that");
  expect(begin + "0, drive, time", "number of channels");
  expect(begin + "values, 2, drive, time", "missing");
  expect(begin + "motion, 4", "structural node 4 is not defined");
  expect(begin + "motion, output flags, all", "expected a part of the motion");
  expect(begin + "motion, output flags, velocity, velocity, all", "sent already");
  expect(begin + "motion, output flags, orientation matrix, orientation matrix transpose, all", "or its transpose");
  expect(begin + "motion, all", "the model has no structural nodes");
}

BOOST_AUTO_TEST_SUITE_END()
