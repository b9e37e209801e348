// A stream of bytes or datagrams to another process: internet or local sockets, TCP or UDP.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace flexura {

/// Where a socket is, as the language says it.
struct SocketPlace {
  bool create = false;  ///< made here and waited at; otherwise it is looked for
  bool udp = false;     ///< datagrams
  std::string path;     ///< of a local socket; empty: internet
  std::string host;     ///< who may connect (empty: anybody) or whom to connect to (empty: this machine)
  int port = 9011;
  [[nodiscard]] std::string str() const;  ///< for messages
};

/// How long one waits for the other side.
struct Patience {
  double seconds = -1;                ///< negative: for ever
  std::function<bool()> interrupted;  ///< asked several times a second; may be empty
};

enum class Transfer {
  done,
  nothing,      ///< a receiver that does not wait, and nothing has come
  closed,       ///< the other side has gone
  late,         ///< the time is over
  interrupted,  ///< the user wants to stop
};

/// One end of a stream. Errors of the system are thrown as Error (output_failed) that names the place.
class Socket {
 public:
  explicit Socket(SocketPlace place) : place_(std::move(place)) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket();

  /// Makes the socket where this side creates it, so that others can find it from now on.
  void listen();
  /// Waits for the other side, or looks for it (60 s at most). Throws when nobody comes in time.
  Transfer connect(const Patience& patience);
  /// The next connection somebody has made, -1 when there is none. The descriptor belongs to the caller.
  [[nodiscard]] int next_connection();
  /// Sends everything, or nothing when it would have to wait and `waits` is false.
  Transfer send(std::span<const std::byte> bytes, bool waits, const Patience& patience);
  /// Receives exactly as many bytes, or nothing. Of datagrams that have come meanwhile the last counts unless `waits`.
  /// Throws when a datagram has another size.
  Transfer receive(std::span<std::byte> bytes, bool waits, const Patience& patience);
  [[nodiscard]] const SocketPlace& place() const { return place_; }

 private:
  Transfer wait(int descriptor, short events, const Patience& patience) const;
  Transfer receive_datagram(std::span<std::byte> bytes, bool waits, const Patience& patience);
  [[nodiscard]] bool try_to_connect();
  [[noreturn]] void fail(const std::string& what) const;

  SocketPlace place_;
  int listener_ = -1, peer_ = -1;
  bool made_path_ = false;
  std::vector<std::byte> partial_;  // what has come of the next packet
};

}  // namespace flexura
