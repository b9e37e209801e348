#include "input/blocks/streams/socket_driver.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "input/blocks/streams/streams.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

template <class Number>
bool parse(const std::string& text, Number& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size();
}

Authentication read_authentication(Reader& reader) {
  Authentication authentication;
  switch (reader.choice({"no auth", "password", "pam", "sasl"}, "kind of authentication")) {
    case 0:
      return authentication;
    case 1:
      break;
    default:
      reader.fail("authentication by the system is not supported: `no auth` or `password`");
  }
  authentication.needed = true;
  reader.expect("user");
  authentication.user = reader.string();
  reader.expect("credentials");
  if (reader.keyword("prompt")) reader.fail("credentials cannot be asked for: write them");
  authentication.password = reader.string();
  if (authentication.password.rfind("{", 0) == 0) reader.fail("encrypted credentials are not supported");
  if (reader.more() && reader.keyword("salt format")) reader.string();
  return authentication;
}

}  // namespace

SocketDriver::SocketDriver(const SocketPlace& place, Authentication authentication, std::vector<double> initial)
    : ExternalDriver(std::move(initial)),
      socket_(place),
      authentication_(std::move(authentication)),
      adds_(values_.size()),
      impulse_(values_.size()),
      spent_(values_.size()) {}

SocketDriver::~SocketDriver() {
  for (const Client& client : clients_) ::close(client.descriptor);
}

void SocketDriver::remember(Archive& archive) { archive(values_, adds_, impulse_, spent_); }

bool SocketDriver::read(Client& client) const {
  constexpr std::size_t most = 1 << 20;  // of text without a point: no client, but a mistake
  std::array<char, 4096> room{};
  while (client.text.size() < most) {
    const ssize_t n = ::recv(client.descriptor, room.data(), room.size(), MSG_DONTWAIT);
    if (n == 0) return false;
    if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    client.text.append(room.data(), static_cast<std::size_t>(n));
  }
  return false;
}

std::string SocketDriver::set(const std::string& label,
                              const std::vector<std::pair<std::string, std::string>>& commands) {
  std::size_t column = 0;
  if (!parse(label, column) || column < 1 || column > values_.size())
    return fmt::format("`label: {}`: columns are from 1 to {}", label, values_.size());
  const std::size_t k = column - 1;
  for (const auto& [word, argument] : commands) {
    if (word == "value") {
      double value = 0;
      if (!parse(argument, value) || !std::isfinite(value))
        return fmt::format("`value: {}`: expected a number", argument);
      values_[k] = adds_[k] && !impulse_[k] ? values_[k] + value : value;
      spent_[k] = impulse_[k];
      continue;
    }
    if (argument != "yes" && argument != "no") return fmt::format("`{}: {}`: expected yes or no", word, argument);
    (word == "inc" ? adds_ : impulse_)[k] = argument == "yes";
  }
  return {};
}

std::string SocketDriver::carry_out(std::string& text) {
  std::string user, password, label;
  std::vector<std::pair<std::string, std::string>> commands;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return {};  // its point has not come yet
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (trimmed(line) == ".") break;
    const std::size_t colon = line.find(':');
    const std::string word = trimmed(line.substr(0, colon));
    const std::string argument = colon == std::string::npos ? std::string() : trimmed(line.substr(colon + 1));
    if (word == "user") {
      user = argument;
    } else if (word == "password") {
      password = argument;
    } else if (word == "label") {
      label = argument;
    } else if (word == "value" || word == "inc" || word == "imp") {
      commands.emplace_back(word, argument);
    } else if (!word.empty()) {
      text.erase(0, text.find("\n.\n", at - 1) == std::string::npos ? text.size() : text.find("\n.\n", at - 1) + 3);
      return fmt::format("unknown command `{}`", word);
    }
  }
  text.erase(0, at);
  if (authentication_.needed && (user != authentication_.user || password != authentication_.password))
    return "user or password is wrong";
  return set(label, commands);
}

std::string SocketDriver::receive(std::int64_t, double time, const Patience&) {
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (spent_[k]) values_[k] = spent_[k] = 0;
  for (int descriptor = socket_.next_connection(); descriptor >= 0; descriptor = socket_.next_connection())
    clients_.push_back({descriptor, {}});
  std::string messages;
  for (Client& client : clients_) {
    const bool stays = read(client);
    while (true) {
      const std::size_t before = client.text.size();
      const std::string wrong = carry_out(client.text);
      if (!wrong.empty())
        messages += fmt::format("{}warning: at time {:.9g}: {}: {}", messages.empty() ? "" : "\n", time,
                                socket_.place().str(), wrong);
      if (client.text.size() == before) break;
    }
    if (stays) continue;
    ::close(client.descriptor);
    client.descriptor = -1;
  }
  std::erase_if(clients_, [](const Client& client) { return client.descriptor < 0; });
  return messages;
}

FileDriverPointer read_socket_driver(Reader& reader) {
  const std::int64_t channels = reader.positive_integer("number of columns");
  if (channels > 1000000) reader.fail("more than a million columns");
  std::vector<double> initial(static_cast<std::size_t>(channels), 0.0);
  if (reader.keyword("initial values"))
    for (double& value : initial) value = reader.real();
  SocketPlace place;
  place.create = true;
  read_socket_place(reader, place);
  Authentication authentication;
  if (place.path.empty()) authentication = read_authentication(reader);
  auto driver = std::make_shared<SocketDriver>(place, std::move(authentication), std::move(initial));
  run_storage<Streams>(reader.shared_symbols())->inputs.push_back(driver);
  return driver;
}

}  // namespace flexura
