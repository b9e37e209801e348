#include "support/socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int glance = 100;          // ms between two looks at an interruption
constexpr double looked_for = 60.0;  // s

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool over(Clock::time_point start, double seconds) { return seconds >= 0 && since(start) > seconds; }

/// An address of the system; `size` 0 when the host is unknown.
struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Address local_address(const std::string& path) {
  Address address;
  auto* const a = reinterpret_cast<sockaddr_un*>(&address.storage);
  if (path.size() >= sizeof a->sun_path) return address;
  a->sun_family = AF_UNIX;
  std::memcpy(a->sun_path, path.c_str(), path.size() + 1);
  address.size = sizeof *a;
  return address;
}

Address internet_address(const std::string& host, int port) {
  Address address;
  addrinfo hints{};
  hints.ai_family = AF_INET;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0 || !found) return address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.size = found->ai_addrlen;
  freeaddrinfo(found);
  reinterpret_cast<sockaddr_in*>(&address.storage)->sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int make_socket(const SocketPlace& place) {
  return ::socket(place.path.empty() ? AF_INET : AF_UNIX, (place.udp ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0);
}

void close(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

}  // namespace

std::string SocketPlace::str() const {
  if (!path.empty()) return fmt::format("local socket `{}`", path);
  return fmt::format("{} port {}{}", udp ? "UDP" : "TCP", port, host.empty() ? "" : " of " + host);
}

Socket::~Socket() {
  close(peer_);
  close(listener_);
  if (made_path_) ::unlink(place_.path.c_str());
}

void Socket::fail(const std::string& what) const {
  throw Error(ExitCode::output_failed, fmt::format("{}: {}", place_.str(), what));
}

void Socket::listen() {
  if (!place_.create || listener_ >= 0) return;
  listener_ = make_socket(place_);
  if (listener_ < 0) fail(std::strerror(errno));
  const int yes = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  // Whoever may connect is found out when somebody does.
  const Address address = place_.path.empty() ? internet_address("0.0.0.0", place_.port) : local_address(place_.path);
  if (address.size == 0) fail("the name is too long");
  if (::bind(listener_, address.get(), address.size) != 0) fail(std::strerror(errno));
  made_path_ = !place_.path.empty();
  if (!place_.udp && ::listen(listener_, 8) != 0) fail(std::strerror(errno));
}

Transfer Socket::wait(int descriptor, short events, const Patience& patience) const {
  const auto start = Clock::now();
  while (true) {
    pollfd watched{descriptor, events, 0};
    const int ready = ::poll(&watched, 1, glance);
    if (ready > 0) return Transfer::done;
    if (ready < 0 && errno != EINTR) fail(std::strerror(errno));
    if (patience.interrupted && patience.interrupted()) return Transfer::interrupted;
    if (over(start, patience.seconds)) return Transfer::late;
  }
}

int Socket::next_connection() {
  while (true) {
    pollfd watched{listener_, POLLIN, 0};
    if (::poll(&watched, 1, 0) <= 0) return -1;
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const int descriptor = ::accept4(listener_, place_.path.empty() ? reinterpret_cast<sockaddr*>(&from) : nullptr,
                                     place_.path.empty() ? &size : nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return -1;
    if (place_.path.empty() && !place_.host.empty() && place_.host != "0.0.0.0") {
      const Address allowed = internet_address(place_.host, 0);
      const auto* const a = reinterpret_cast<const sockaddr_in*>(&allowed.storage);
      if (allowed.size == 0 || a->sin_addr.s_addr != from.sin_addr.s_addr) {
        ::close(descriptor);
        continue;
      }
    }
    return descriptor;
  }
}

bool Socket::try_to_connect() {
  const Address address = place_.path.empty()
                              ? internet_address(place_.host.empty() ? "127.0.0.1" : place_.host, place_.port)
                              : local_address(place_.path);
  if (address.size == 0) fail("there is no such host, or the name is too long");
  peer_ = make_socket(place_);
  if (peer_ < 0) fail(std::strerror(errno));
  if (::connect(peer_, address.get(), address.size) == 0) return true;
  close(peer_);
  return false;
}

Transfer Socket::connect(const Patience& patience) {
  if (peer_ >= 0 || (place_.create && place_.udp)) return Transfer::done;
  const auto start = Clock::now();
  if (place_.create) {
    while (true) {
      Patience rest = patience;
      if (rest.seconds >= 0) rest.seconds = std::max(0.0, rest.seconds - since(start));
      const Transfer what = wait(listener_, POLLIN, rest);
      if (what == Transfer::interrupted) return what;
      if (what == Transfer::late) fail("nobody has connected in time");
      peer_ = next_connection();
      if (peer_ >= 0) return Transfer::done;
    }
  }
  while (!try_to_connect()) {
    if (patience.interrupted && patience.interrupted()) return Transfer::interrupted;
    if (over(start, looked_for) || over(start, patience.seconds)) fail("nobody is there to connect to");
    std::this_thread::sleep_for(std::chrono::milliseconds(glance));
  }
  return Transfer::done;
}

Transfer Socket::send(std::span<const std::byte> bytes, bool waits, const Patience& patience) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    // A packet that has been begun is finished: the other side counts bytes.
    const int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
    const ssize_t n = ::send(peer_, bytes.data() + sent, bytes.size() - sent, flags);
    if (n >= 0) {
      sent += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == ECONNREFUSED && place_.udp) return Transfer::done;  // nobody listens to datagrams at present
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != ENOBUFS) return Transfer::closed;
    if (!waits && sent == 0) return Transfer::nothing;
    const Transfer what = wait(peer_, POLLOUT, patience);
    if (what != Transfer::done) return what;
  }
  return Transfer::done;
}

Transfer Socket::receive_datagram(std::span<std::byte> bytes, bool waits, const Patience& patience) {
  if (waits) {
    const Transfer what = wait(listener_, POLLIN, patience);
    if (what != Transfer::done) return what;
  }
  bool any = false;
  do {
    const ssize_t n = ::recv(listener_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0) break;
    if (static_cast<std::size_t>(n) != bytes.size())
      fail(fmt::format("a datagram of {} bytes has come, {} are expected", n, bytes.size()));
    any = true;
  } while (!waits);
  return any ? Transfer::done : Transfer::nothing;
}

Transfer Socket::receive(std::span<std::byte> bytes, bool waits, const Patience& patience) {
  if (place_.udp) return receive_datagram(bytes, waits, patience);
  while (partial_.size() < bytes.size()) {
    std::vector<std::byte> room(bytes.size() - partial_.size());
    const ssize_t n = ::recv(peer_, room.data(), room.size(), MSG_DONTWAIT);
    if (n > 0) {
      partial_.insert(partial_.end(), room.begin(), room.begin() + n);
      continue;
    }
    if (n == 0) return Transfer::closed;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return Transfer::closed;
    if (!waits) return Transfer::nothing;
    const Transfer what = wait(peer_, POLLIN, patience);
    if (what != Transfer::done) return what;
  }
  std::copy(partial_.begin(), partial_.end(), bytes.begin());
  partial_.clear();
  return Transfer::done;
}

}  // namespace flexura
