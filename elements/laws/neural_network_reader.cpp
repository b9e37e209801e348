// Files of neural networks, and the laws that read them.
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/neural_network.h"
#include "elements/laws/readers.h"
#include "input/fingerprint.h"
#include "input/source.h"

namespace flexura {

namespace {

constexpr int most_layers = 1000;
constexpr int most_neurons = 1000;

/// Numbers of a file, one after the other.
class Numbers {
 public:
  explicit Numbers(const std::string& path) : source_(SourceText::load(path)) {}

  double real(const std::string& what) {
    const std::string_view text = source_->text();
    const std::size_t from = text.find_first_not_of(" \t\r\n", at_);
    if (from == std::string_view::npos)
      source_->fail(text.size(), fmt::format("the network ends where {} should follow", what));
    last_ = from;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", from), text.size());
    const char* const first = text.data() + from + (text[from] == '+' ? 1 : 0);
    double value = 0;
    const auto [behind, error] = std::from_chars(first, text.data() + end, value);
    if (error != std::errc() || behind != text.data() + end || !std::isfinite(value))
      fail_last(fmt::format("expected {}, found `{}`", what, text.substr(from, end - from)));
    at_ = end;
    return value;
  }
  int whole(const std::string& what, int least, int most) {
    const double value = real(what);
    if (value != std::floor(value) || value < least || value > most)
      fail_last(fmt::format("expected {}, from {} to {}, found {}", what, least, most, value));
    return static_cast<int>(value);
  }
  /// Error at the number read last.
  [[noreturn]] void fail_last(const std::string& message) const { source_->fail(last_, message); }
  void finish() const {
    const std::size_t rest = source_->text().find_first_not_of(" \t\r\n", at_);
    if (rest != std::string_view::npos)
      source_->fail(rest, "the network ends before this; does it have other numbers of neurons?");
  }
  [[nodiscard]] std::string_view text() const { return source_->text(); }

 private:
  std::shared_ptr<const SourceText> source_;
  std::size_t at_ = 0, last_ = 0;
};

NeuralNetwork::Scale read_scale(Numbers& file, const std::string& of) {
  const double factor = file.real(fmt::format("the factor that scales {}", of));
  if (factor == 0) file.fail_last(fmt::format("the factor that scales {} must not be zero", of));
  return {factor, file.real(fmt::format("the offset of {}", of))};
}

/// Numbers separated by white space: numbers of inputs, outputs, hidden layers and delays; neurons of each layer, the
/// last one included; kind (1: a tanh(b x), 2: m x + q) and the two parameters of the activation function; rate and
/// momentum of the training, which are not needed; weights layer by layer, a row for each number that goes in; b1 b0 of
/// each input; a1 a0 of each output. Sources: language manual, "ann elastic", for the last rows; the prompts of the
/// program `ann_in`, which makes such files, for the others. Throws InputError at the place in the file.
NeuralNetwork read(Numbers& file) {
  NeuralNetwork net;
  net.inputs.resize(static_cast<std::size_t>(file.whole("the number of inputs", 1, most_neurons)));
  net.outputs.resize(static_cast<std::size_t>(file.whole("the number of outputs", 1, most_neurons)));
  const int hidden = file.whole("the number of hidden layers", 0, most_layers);
  if (file.whole("the number of delays", 0, most_neurons) != 0)
    file.fail_last("a network with delays has no stress at an instant: expected 0 delays");
  int inputs = static_cast<int>(net.inputs.size());
  for (int l = 0; l <= hidden; ++l) {
    NeuralNetwork::Layer layer{
        inputs, file.whole(fmt::format("the number of neurons of layer {}", l + 1), 1, most_neurons), {}};
    inputs = layer.neurons;
    net.layers.push_back(std::move(layer));
  }
  if (inputs < static_cast<int>(net.outputs.size()))
    file.fail_last(fmt::format("the last layer has {} neurons for {} outputs", inputs, net.outputs.size()));
  const int kind = file.whole("the activation function, 1 (a tanh(b x)) or 2 (m x + q)", 1, 2);
  net.activation = kind == 1 ? NeuralNetwork::Activation::hyperbolic_tangent : NeuralNetwork::Activation::linear;
  net.p = file.real("the first parameter of the activation function");
  net.q = file.real("the second parameter of the activation function");
  file.real("the rate of the training");
  file.real("the momentum of the training");
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    auto& layer = net.layers[l];
    for (int k = 0; k < layer.inputs * layer.neurons; ++k)
      layer.weights.push_back(
          file.real(fmt::format("weight ({}, {}) of layer {}", k / layer.neurons + 1, k % layer.neurons + 1, l + 1)));
  }
  for (std::size_t i = 0; i < net.inputs.size(); ++i) net.inputs[i] = read_scale(file, fmt::format("input {}", i + 1));
  for (std::size_t i = 0; i < net.outputs.size(); ++i)
    net.outputs[i] = read_scale(file, fmt::format("output {}", i + 1));
  file.finish();
  return net;
}

}  // namespace

template <int N, LawKind kind>
LawPointer<N> read_neural_network_law(Reader& reader) {
  const std::string path = reader.file_name();
  std::shared_ptr<const NeuralNetwork> network;
  try {
    Numbers file(path);
    Fingerprint::of(reader.shared_symbols()).add(file.text());
    network = std::make_shared<NeuralNetwork>(read(file));
  } catch (const InputError&) {
    throw;
  } catch (const Error& error) {
    reader.fail(error.what());
  }
  const std::size_t inputs = kind == LawKind::elastic ? N : 2 * N;
  if (network->inputs.size() != inputs || network->outputs.size() != N)
    reader.fail(fmt::format("the network has {} inputs and {} outputs; {} law of dimension {} needs {} and {}",
                            network->inputs.size(), network->outputs.size(),
                            kind == LawKind::elastic ? "an elastic" : "a viscoelastic", N, inputs, N));
  return finish_law<N>(reader, std::make_shared<NeuralNetworkLaw<N>>(kind, std::move(network)));
}

FLEXURA_LAW_READER_KIND(read_neural_network_law, elastic)
FLEXURA_LAW_READER_KIND(read_neural_network_law, viscoelastic)

}  // namespace flexura
