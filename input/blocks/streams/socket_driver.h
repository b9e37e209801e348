// File driver `socket`: commands in text that set channels.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "input/blocks/streams/external_driver.h"

namespace flexura {

/// How a client of the driver shows who it is.
struct Authentication {
  bool needed = false;
  std::string user, password;
};

/// Commands `label: column`, then `value: v`, `inc: yes | no`, `imp: yes | no`, closed by a line with a point; before
/// them `user: u` and `password: p` when they are asked for. What clients have sent is carried out when a step begins.
/// In increment mode values are added; in impulse mode they hold for one step, after which the channel is zero.
class SocketDriver final : public ExternalDriver {
 public:
  SocketDriver(const SocketPlace& place, Authentication authentication, std::vector<double> initial);
  SocketDriver(const SocketDriver&) = delete;
  SocketDriver& operator=(const SocketDriver&) = delete;
  ~SocketDriver() override;
  void remember(Archive& archive) override;
  [[nodiscard]] bool creates() const override { return true; }
  void listen() override { socket_.listen(); }
  void connect(const Patience&) override {}
  std::string receive(std::int64_t step, double time, const Patience& patience) override;

  /// Carries out the lines of one connection up to its point, if there is one. Returns what is wrong, mostly nothing.
  std::string carry_out(std::string& text);

 private:
  struct Client {
    int descriptor = -1;
    std::string text;
  };
  bool read(Client& client) const;
  std::string set(const std::string& label, const std::vector<std::pair<std::string, std::string>>& commands);

  Socket socket_;
  Authentication authentication_;
  std::vector<int> adds_, impulse_, spent_;  // by channel: modes, and whether the value holds for this step only
  std::vector<Client> clients_;
};

/// `columns [, initial values, ...], {local, "path" | [port, n,] authentication}`
FileDriverPointer read_socket_driver(Reader& reader);

}  // namespace flexura
