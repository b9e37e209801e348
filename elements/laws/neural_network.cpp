#include "elements/laws/neural_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace flexura {

void NeuralNetwork::activate(double x, double& value, double& slope) const {
  if (activation == Activation::linear) {
    value = p * x + q;
    slope = p;
  } else {
    const double t = std::tanh(q * x);
    value = p * t;
    slope = p * q * (1 - t * t);
  }
}

template <int N>
NeuralNetworkLaw<N>::NeuralNetworkLaw(LawKind kind, std::shared_ptr<const NeuralNetwork> network)
    : ConstitutiveLaw<N>(kind), network_(std::move(network)), inputs_(static_cast<int>(network_->inputs.size())) {
  std::size_t widest = network_->inputs.size();
  for (const auto& layer : network_->layers) widest = std::max(widest, static_cast<std::size_t>(layer.neurons));
  values_.resize(widest);
  next_values_.resize(widest);
  slopes_.resize(widest * network_->inputs.size());
  next_slopes_.resize(slopes_.size());
}

template <int N>
void NeuralNetworkLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                                  LawResult<N>& result) const {
  const std::size_t stride = values_.size();
  for (int i = 0; i < inputs_; ++i) {
    const auto& scale = network_->inputs[i];
    values_[i] = scale.factor * (i < N ? strain(i) : rate(i - N)) + scale.offset;
    std::fill_n(slopes_.begin() + static_cast<std::ptrdiff_t>(i * stride), inputs_, 0.0);
    slopes_[i * stride + i] = scale.factor;
  }
  for (const auto& layer : network_->layers) {
    for (int j = 0; j < layer.neurons; ++j) {
      double sum = 0, slope = 0;
      for (int k = 0; k < layer.inputs; ++k) sum += values_[k] * layer.weight(k, j);
      network_->activate(sum, next_values_[j], slope);
      for (int i = 0; i < inputs_; ++i) {
        double by_input = 0;
        for (int k = 0; k < layer.inputs; ++k) by_input += slopes_[i * stride + k] * layer.weight(k, j);
        next_slopes_[i * stride + j] = slope * by_input;
      }
    }
    std::swap(values_, next_values_);
    std::swap(slopes_, next_slopes_);
  }
  result.by_rate.setZero();
  for (int j = 0; j < N; ++j) {
    const auto& scale = network_->outputs[j];
    result.stress(j) = -(values_[j] - scale.offset) / scale.factor;
    for (int i = 0; i < inputs_; ++i) {
      const double slope = -slopes_[i * stride + j] / scale.factor;
      (i < N ? result.by_strain(j, i) : result.by_rate(j, i - N)) = slope;
    }
  }
}

template class NeuralNetworkLaw<1>;
template class NeuralNetworkLaw<3>;
template class NeuralNetworkLaw<6>;

}  // namespace flexura
