// Laws given by a neural network: `ann elastic`, `ann viscoelastic`.
#pragma once

#include <memory>
#include <vector>

#include "model/constitutive_law.h"

namespace flexura {

/// A feed-forward network without delays and biases: y = (g(g(g(v W1) W2) ...) - a0)/a1 with v = b1 u + b0 and one
/// activation function g for all layers.
struct NeuralNetwork {
  enum class Activation { hyperbolic_tangent, linear };
  struct Scale {
    double factor = 1;
    double offset = 0;
  };

  Activation activation = Activation::linear;
  double p = 1, q = 0;  ///< a and b of a tanh(b x); m and q of m x + q
  struct Layer {
    int inputs = 0;
    int neurons = 0;
    std::vector<double> weights;  ///< by input, then by neuron

    [[nodiscard]] double weight(int i, int j) const { return weights[static_cast<std::size_t>(i) * neurons + j]; }
  };
  std::vector<Layer> layers;
  std::vector<Scale> inputs;   ///< b1, b0
  std::vector<Scale> outputs;  ///< a1, a0

  /// g(x) and its slope.
  void activate(double x, double& value, double& slope) const;
};

/// Stress -y(u): u are the components of the strain, for a viscoelastic law then those of its rate.
///
/// Networks give what opposes the strain: the sign with which models for MBDyn have been trained.
template <int N>
class NeuralNetworkLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  /// `network` has N inputs (elastic) or 2 N, and N outputs.
  NeuralNetworkLaw(LawKind kind, std::shared_ptr<const NeuralNetwork> network);

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  std::shared_ptr<const NeuralNetwork> network_;
  int inputs_;
  mutable std::vector<double> values_, next_values_;  // what leaves a layer
  mutable std::vector<double> slopes_, next_slopes_;  // its derivatives by the inputs, input after input
};

extern template class NeuralNetworkLaw<1>;
extern template class NeuralNetworkLaw<3>;
extern template class NeuralNetworkLaw<6>;

}  // namespace flexura
