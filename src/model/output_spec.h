// How an entity describes the numbers it writes, so that one writer serves all types and file formats.
#pragma once

#include <string>
#include <vector>

#include "math/rotation.h"

namespace flexura {

/// One variable of the binary result file: a slice of the entity's output record.
struct OutputVariable {
  std::string name;         ///< e.g. "F" (becomes elem.joint.<label>.F)
  int first = 0;            ///< first number in the record
  int rows = 1;             ///< 1 or 3
  int columns = 1;          ///< 1 or 3; a 3x3 matrix lies in the record by rows
  std::string dimension;    ///< "Force", "Length", "deg", ...: the physical dimension in words
  std::string description;  ///< for people: what, in which frame

  bool operator==(const OutputVariable&) const = default;
};

/// Which results of a beam section go to the binary file (`default beam output`, `custom output`).
struct SectionOutput {
  bool position = false, orientation = false, force = true, moment = true;
  bool linear_strain = false, angular_strain = false, linear_strain_rate = false, angular_strain_rate = false;
  OrientationFormat format = OrientationFormat::euler123;
};

/// The numbers an entity writes at each output: a record of doubles, its text row and its binary variables.
struct OutputSpec {
  std::string extension;             ///< of the text file: "jnt", "frc"; empty: no text row
  std::string family;                ///< of the binary file: "joint", "force"; empty: no binary variables
  std::string type;                  ///< free text, e.g. "spherical hinge"
  int record_size = 0;               ///< how many doubles the entity fills in
  int text_columns = 0;              ///< the first so many go to the text row
  std::vector<int> integer_columns;  ///< those that are labels
  std::vector<OutputVariable> variables;
  /// More than one text row: what follows the label in each, ".3" or "@7"; the columns of all rows lie in the record
  /// one after the other.
  std::vector<std::string> row_suffixes = {};

  bool operator==(const OutputSpec&) const = default;
};

}  // namespace flexura
