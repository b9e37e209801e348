// Arguments that stream drivers and stream output elements share.
#pragma once

#include <optional>
#include <string>

#include "input/blocks/streams/stream_echo.h"
#include "input/reader.h"
#include "support/packet.h"
#include "support/socket.h"

namespace flexura {

/// Which end of a stream a card is.
enum class StreamEnd { input, output };

/// What is said about a stream before its content.
struct StreamArguments {
  SocketPlace place;
  bool waits = true;             ///< `blocking`
  bool first = true;             ///< `receive first`, `send first`: at the initial time
  bool abort_if_broken = false;  ///< output only
  bool after_predict = false;    ///< output only: `send after, predict`
  int every = 1;                 ///< steps
  double timeout = -1;           ///< input only, s; negative: none
  std::optional<EchoSettings> echo;
};

/// `name, "s"` (input) or `stream name, "s"` (output), create and all options up to the content.
StreamArguments read_stream_arguments(Reader& reader, StreamEnd end);
/// `local, "path" | [port, n,] [host, "h"]`; true when anything was said.
bool read_socket_place(Reader& reader, SocketPlace& place);
/// `[, modifier, {copy | copy cast, ...}]` behind the content.
PacketFormat read_packet_format(Reader& reader, int channels);

}  // namespace flexura
