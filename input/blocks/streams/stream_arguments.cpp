#include "input/blocks/streams/stream_arguments.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

namespace flexura {

namespace {

void read_stream_name(Reader& reader, StreamEnd end) {
  reader.expect(end == StreamEnd::input ? "name" : "stream name");
  const std::string name = reader.string();
  if (name.empty() || name.size() > 6)
    reader.fail(fmt::format("the name of a stream has one to six characters, `{}` has {}", name, name.size()));
}

/// One of the flags `[no] signal`, `[non] blocking`, ...; false when there is none.
bool read_flag(Reader& reader, StreamEnd end, StreamArguments& arguments) {
  // `signal` is read and has no effect: the program does not end by a signal because a peer has gone.
  if (reader.one_of({"no signal", "signal"}) >= 0) return true;
  if (const int waits = reader.one_of({"non blocking", "blocking"}); waits >= 0) {
    arguments.waits = waits == 1;
    return true;
  }
  if (end == StreamEnd::input) return false;
  if (const int first = reader.one_of({"no send first", "send first"}); first >= 0) {
    arguments.first = first == 1;
    return true;
  }
  if (const int abort = reader.one_of({"do not abort if broken", "abort if broken"}); abort >= 0) {
    arguments.abort_if_broken = abort == 1;
    return true;
  }
  return false;
}

EchoSettings read_echo(Reader& reader) {
  EchoSettings echo;
  echo.path = reader.file_name();
  if (reader.keyword("precision")) {
    const std::int64_t digits = reader.positive_integer("number of digits");
    if (digits > 17) reader.fail(fmt::format("a number has 17 digits at most, found {}", digits));
    echo.precision = static_cast<int>(digits);
  }
  if (reader.keyword("shift")) echo.shift = reader.real();
  return echo;
}

int read_every(Reader& reader) {
  const std::int64_t every = reader.positive_integer("number of steps");
  if (every > 1000000000) reader.fail("more than 1e9 steps");
  return static_cast<int>(every);
}

WireType read_wire_type(Reader& reader) {
  return static_cast<WireType>(reader.choice(
      {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "float", "double"}, "type of a number"));
}

/// A type when one is there.
std::optional<WireType> find_wire_type(Reader& reader) {
  const int type =
      reader.one_of({"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "float", "double"});
  if (type < 0) return std::nullopt;
  return static_cast<WireType>(type);
}

/// Whether bytes are swapped: a truth value, by the machine, or a list of types. Types of the list and casts look the
/// same: with `all` or `skip` behind them they belong to the list, otherwise the last ones, as many as there are
/// channels, are casts. Those are returned.
std::vector<WireType> read_swap(Reader& reader, PacketFormat& format, int channels) {
  std::vector<WireType> types;
  if (reader.keyword("detect")) {
    if constexpr (std::endian::native == std::endian::little) format.swap_all();
    return types;
  }
  if (const int word = reader.one_of({"yes", "no"}); word >= 0) {
    if (word == 0) format.swap_all();
    return types;
  }
  while (reader.more()) {
    const auto type = find_wire_type(reader);
    if (!type) break;
    types.push_back(*type);
  }
  if (types.empty()) {
    if (reader.boolean()) format.swap_all();
    return types;
  }
  std::vector<WireType> casts;
  const std::string next = reader.more() ? reader.peek_word() : std::string();
  if (!is_keyword(next, "all") && !is_keyword(next, "skip")) {
    const std::size_t first = types.size() - std::min(types.size(), static_cast<std::size_t>(channels));
    if (first == 0) reader.fail("a list of swapped types must be followed by the type of each channel");
    casts.assign(types.begin() + static_cast<std::ptrdiff_t>(first), types.end());
    types.resize(first);
  }
  for (const WireType type : types) format.swap(type);
  return casts;
}

}  // namespace

bool read_socket_place(Reader& reader, SocketPlace& place) {
  if (reader.keyword("local")) {
    place.path = reader.file_name();
    if (place.path.empty() || place.path.size() > 100)
      reader.fail(fmt::format("the path of a local socket has one to 100 characters, found {}", place.path.size()));
    return true;
  }
  bool any = false;
  if (reader.keyword("port")) {
    const std::int64_t port = reader.positive_integer("port");
    if (port > 65535) reader.fail(fmt::format("ports are from 1 to 65535, found {}", port));
    place.port = static_cast<int>(port);
    any = true;
  }
  if (reader.keyword("host")) {
    place.host = reader.string();
    if (place.host.empty()) reader.fail("the name of the host is empty");
    any = true;
  }
  return any;
}

StreamArguments read_stream_arguments(Reader& reader, StreamEnd end) {
  const bool input = end == StreamEnd::input;
  StreamArguments arguments;
  read_stream_name(reader, end);
  if (!input && reader.keyword("send after"))
    arguments.after_predict = reader.choice({"convergence", "predict"}, "instant of sending") == 1;
  reader.expect("create");
  arguments.place.create = reader.yes_no();
  const SourceLocation created_at = reader.where();
  read_socket_place(reader, arguments.place);
  if (reader.keyword("socket type")) arguments.place.udp = reader.choice({"tcp", "udp"}, "type of socket") == 1;
  if (arguments.place.udp && arguments.place.create != input)
    reader.fail_at(created_at, input ? "datagrams are received where the socket is made: `create, yes`"
                                     : "datagrams are sent to a socket that somebody else makes: `create, no`");
  while (read_flag(reader, end, arguments)) {
  }
  if (reader.keyword(input ? "input every" : "output every")) arguments.every = read_every(reader);
  if (input && reader.keyword("receive first")) arguments.first = reader.yes_no();
  if (input && reader.keyword("timeout")) arguments.timeout = reader.positive_real("timeout");
  if (reader.keyword("echo")) arguments.echo = read_echo(reader);
  return arguments;
}

PacketFormat read_packet_format(Reader& reader, int channels) {
  if (!reader.more() || !reader.keyword("modifier") || reader.choice({"copy", "copy cast"}, "modifier") == 0)
    return PacketFormat::plain(channels);
  PacketFormat format;
  if (reader.keyword("swap"))
    for (const WireType type : read_swap(reader, format, channels)) format.add(type);
  if (format.channels() == 0 && reader.keyword("all")) {
    const WireType type = read_wire_type(reader);
    for (int k = 0; k < channels; ++k) format.add(type);
  } else {
    while (format.channels() < channels) {
      if (reader.keyword("skip")) {
        const std::int64_t bytes = reader.positive_integer("number of bytes");
        if (bytes > 1 << 20) reader.fail("more than a megabyte is skipped");
        format.skip(static_cast<std::size_t>(bytes));
      } else {
        format.add(read_wire_type(reader));
      }
    }
  }
  if (reader.more() && reader.keyword("size")) {
    const std::int64_t size = reader.positive_integer("size of the packet");
    if (size < static_cast<std::int64_t>(format.needed()) || size > 1 << 24)
      reader.fail(fmt::format("the channels need {} bytes, found {}", format.needed(), size));
    format.set_size(static_cast<std::size_t>(size));
  }
  return format;
}

}  // namespace flexura
