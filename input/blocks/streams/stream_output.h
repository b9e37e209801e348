// Elements `stream output`: numbers sent to another process at each step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "elements/nodes/node_dof.h"
#include "input/blocks/streams/stream_arguments.h"
#include "model/model.h"

namespace flexura {

/// What is sent about each node of a `motion` content, in this order.
struct MotionParts {
  bool position = false, orientation = false, transposed = false, velocity = false, angular_velocity = false;
  [[nodiscard]] int channels() const {
    return 3 * (position + velocity + angular_velocity) + 9 * (orientation || transposed);
  }
};

/// Degrees of freedom, drives, or the motion of nodes, one after the other.
class StreamContent {
 public:
  void add(const NodeDof& dof) { channels_.push_back({dof, -1}); }
  void add(DriveId drive) { channels_.push_back({NodeDof(), drive}); }
  void set_motion(MotionParts parts, std::vector<NodeIndex> nodes) {
    parts_ = parts;
    nodes_ = std::move(nodes);
  }
  [[nodiscard]] int channels() const;
  /// Present values; those of nodes for which `here` is false, and of drives unless `drives`, are 0: they are added up
  /// over the processes.
  void values(const Model& model, const State& state, const std::vector<char>& here, bool drives,
              std::vector<double>& out) const;

 private:
  struct Channel {
    NodeDof dof;
    DriveId drive;  // -1: the dof
  };
  std::vector<Channel> channels_;
  MotionParts parts_;
  std::vector<NodeIndex> nodes_;
};

/// A card `stream output`.
class StreamOutput {
 public:
  StreamOutput(unsigned label, const StreamArguments& arguments, StreamContent content, PacketFormat format);
  [[nodiscard]] unsigned label() const { return label_; }
  [[nodiscard]] const StreamContent& content() const { return content_; }
  [[nodiscard]] bool after_predict() const { return arguments_.after_predict; }
  /// Whether something is sent at a step; 0 is the initial time.
  [[nodiscard]] bool due(std::int64_t step) const {
    return !broken_ && (step == 0 ? arguments_.first : step % arguments_.every == 0);
  }
  [[nodiscard]] bool creates() const { return arguments_.place.create; }
  void listen() { socket_.listen(); }
  void connect(const Patience& patience);
  /// Sends the values. Returns a sentence for the user, mostly empty. Throws when the stream breaks and must not.
  std::string send(const std::vector<double>& values, double time, const Patience& patience);

 private:
  unsigned label_;
  StreamArguments arguments_;
  Socket socket_;
  StreamContent content_;
  PacketFormat format_;
  std::vector<std::byte> packet_;
  bool broken_ = false;
  StreamEcho echo_;
};

/// The arguments behind the label; `motion_only`: card `stream motion output`.
void read_stream_output(Reader& reader, unsigned label, const SourceLocation& where, bool motion_only);

}  // namespace flexura
