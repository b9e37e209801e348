// Airfoil coefficients of `c81 data` cards.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "input/reader.h"

namespace flexura {

/// One coefficient by angle of attack and Mach number.
struct AirfoilCoefficient {
  std::vector<double> mach;    ///< ascending
  std::vector<double> angle;   ///< deg, ascending, from -180 to 180
  std::vector<double> values;  ///< by angle, then by Mach number

  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return values[i * mach.size() + j]; }
};

/// Lift, drag and moment coefficients of an airfoil (language manual, "c81 data").
struct AirfoilTable {
  std::string title;
  AirfoilCoefficient lift, drag, moment;
  double tolerance = 0;      ///< that the linear range of the lift is found with; 0: the card gives none
  bool free_format = false;  ///< as the file was written
};

enum class AirfoilFormat { traditional, free, nrel };

/// Reads a file; `traditional` files that begin with `# FREE FORMAT` are read as such. Throws InputError at the line of
/// the file.
AirfoilTable read_airfoil_file(const std::string& path, AirfoilFormat format);
/// The mirrored airfoil: angle, lift and moment change their signs.
void flip(AirfoilTable& table);
/// The text of a file, in fixed columns or in the free format.
std::string airfoil_text(const AirfoilTable& table, bool free_format);

/// The tables of a model by label.
struct AirfoilLibrary {
  std::map<unsigned, std::shared_ptr<const AirfoilTable>> tables;
  static std::shared_ptr<AirfoilLibrary> of(const std::shared_ptr<SymbolTable>& symbols);
};

/// Adds the card `c81 data`.
void register_airfoil_card(CardRegistry& registry);

}  // namespace flexura
