// File drivers whose channels come from another process while the model runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "elements/drives/file_driver.h"
#include "input/blocks/streams/stream_arguments.h"

namespace flexura {

/// Channels that hold between two steps. One process talks to the other side and tells the values to the others.
class ExternalDriver : public FileDriver {
 public:
  explicit ExternalDriver(std::vector<double> initial) : values_(std::move(initial)) {}
  [[nodiscard]] int channels() const override { return static_cast<int>(values_.size()); }
  [[nodiscard]] Taylor2 value(int channel, const Taylor2&) const override {
    return values_[static_cast<std::size_t>(channel)];
  }
  void events(double, double, std::vector<double>&) const override {}
  void remember(Archive& archive) override { archive(values_); }
  /// Present values, one a channel.
  [[nodiscard]] std::vector<double>& values() { return values_; }

  /// Whether this side makes the socket.
  [[nodiscard]] virtual bool creates() const = 0;
  /// Makes what others connect to.
  virtual void listen() = 0;
  /// Waits for the other side, where it has to be there.
  virtual void connect(const Patience& patience) = 0;
  /// Takes what has come for a step; 0 is the initial time. Returns a sentence for the user, mostly empty. May throw.
  virtual std::string receive(std::int64_t step, double time, const Patience& patience) = 0;

 protected:
  std::vector<double> values_;
};

/// File driver `stream`: packets of numbers (language manual, "stream").
class StreamDriver final : public ExternalDriver {
 public:
  StreamDriver(const StreamArguments& arguments, PacketFormat format, std::vector<double> initial);
  [[nodiscard]] bool creates() const override { return arguments_.place.create; }
  void listen() override { socket_.listen(); }
  void connect(const Patience& patience) override;
  std::string receive(std::int64_t step, double time, const Patience& patience) override;

 private:
  StreamArguments arguments_;
  Socket socket_;
  PacketFormat format_;
  std::vector<std::byte> packet_;
  bool closed_ = false;
  StreamEcho echo_;
};

/// `name, "s", create, yes | no, ..., channels [, initial values, v1, ...] [, modifier, ...]`
FileDriverPointer read_stream_driver(Reader& reader);

}  // namespace flexura
