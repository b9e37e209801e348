// Reads the arguments of the cards of a model file, one card after the other.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "input/cursor.h"
#include "input/diagnostics.h"
#include "input/expression.h"
#include "input/fingerprint.h"
#include "input/keyword.h"
#include "input/reference_frame.h"
#include "input/registry.h"
#include "input/symbol_table.h"
#include "math/types.h"
#include "model/drive.h"

namespace flexura {

class Model;
class Reader;

using Drive66 = TemplateDrive<Mat6>;

/// Readers of drive callers; the word that names the type has been consumed when a reader is called.
using DriveRegistry = Registry<DrivePointer(Reader&)>;
/// Readers of general cards (allowed between blocks and inside them); the description has been consumed.
using CardRegistry = Registry<void(Reader&)>;

/// Fills a registry with the general cards of the language: set, setenv, remark, include, print symbol table,
/// reference, drive caller, template drive caller, license, warranty, exit. The cards whose readers live elsewhere
/// (constitutive law, scalar function, hydraulic fluid, c81 data, module load) are announced as unsupported; `add`
/// replaces them.
void register_general_cards(CardRegistry& registry);

/// The argument reader that every card reader uses.
///
/// Each reading function skips blanks and comments, reads one argument (with all its fields) and consumes the comma
/// behind it. An argument that is missing, of the wrong kind or not closed by `,` or `;` is an InputError at its place.
/// Fields left empty (`,,`) take the default given by the caller, zero when there is none; labels, strings, keywords
/// and drives have no default.
class Reader {
 public:
  /// The registries must outlive the reader; the symbol table lives on in the drives that use it.
  Reader(Model& model, std::shared_ptr<SymbolTable> symbols, const DriveRegistry& drives, const CardRegistry& cards,
         Diagnostics& diagnostics);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();

  // --- sources -------------------------------------------------------------------------------------------------------
  /// Starts reading a file. Throws Error (input_error) when it cannot be read.
  void open(const std::string& path);
  /// Starts reading a text; paths in it are relative to the current directory.
  void open_text(const std::string& name, std::string text);
  /// Card `include`: goes on in another file, comes back at its end. InputError when unreadable or already being read.
  void include(const std::string& path);
  /// Ends the reading: no card follows.
  void stop_reading();

  // --- cards and blocks ----------------------------------------------------------------------------------------------
  /// Goes to the next card that is not a general card (those are carried out on the way) and gives its description in
  /// normal form; the arguments follow. False at the end of the input. An error in a general card is kept in the
  /// diagnostics; an error in the description is thrown.
  bool next_card(std::string& description);
  /// Checks that all arguments were read and consumes the `;`.
  void end_card();
  /// Skips what is left of the current card, up to and with its `;`. Strings, parentheses and comments are respected.
  void skip_card();
  /// Reads the cards of a block up to its `end` card: `read(description)` reads the arguments of one card. An error in
  /// a card is kept in the diagnostics, and reading goes on with the next one. The `begin` card has been read.
  /// `before`, where it is not empty, is called before each card and may go on at another one (go_to).
  void block(std::string_view name, const std::function<void(const std::string& description)>& read,
             const std::function<void()>& before = {});
  /// Reads cards until the end of the input, in the same way (the level outside all blocks).
  void all_cards(const std::function<void(const std::string& description)>& read);
  /// Error about a card that has no place here, with the nearest of the cards that have.
  [[noreturn]] void fail_unknown_card(const std::string& description, const std::vector<std::string>& known);
  /// Skips the cards of a block whose `begin` card has been read, e.g. after an error about its name.
  void skip_block();
  /// Card `set`: a statement or a plugin variable.
  void read_set_card();
  /// To be called at the end of the model: unresolved postponed drives; then raises all collected errors.
  void finish();
  [[nodiscard]] SourceLocation card_where() const;  ///< description of the current card

  /// Where a card begins.
  struct CardPlace {
    std::uint32_t file = 0;    ///< in the order in which files were opened
    std::size_t position = 0;  ///< in its text
  };
  [[nodiscard]] CardPlace card_place() const { return {files_.back().number, card_start_}; }
  /// As far as the current card has been read, another reading would find the same and leave no trace: no variables,
  /// drives, files, warnings.
  [[nodiscard]] bool card_can_be_read_again() const { return repeatable_; }
  /// Calls `read(description)` for the arguments of a card that was read before, also in the middle of another card,
  /// which then goes on; what follows in the card is not looked at.
  void read_again(const CardPlace& place, const std::function<void(const std::string& description)>& read);

  /// What came of the trial of a card.
  enum class Trial {
    read,     ///< to its end
    refused,  ///< it is wrong, or leaves traces: it has to be read as usual
    stop      ///< it may have effects on the cards behind it
  };
  struct TriedCard {
    Trial trial = Trial::stop;
    std::size_t end = 0;  ///< behind the card; of one that stops the beginning
  };
  /// Reads a card of the file that is being read, whose place is not that of the reader: `read(description)` reads
  /// arguments, or says with false that cards like it do not only concern themselves. Whatever would leave a trace ends
  /// the trial before it does, and so do names of entries that have not been learned. `again`: the card will be read
  /// once more, much later, and so must not depend on variables that can change.
  TriedCard try_card(std::size_t start, bool again, const std::function<bool(const std::string& description)>& read);
  /// Where the next card of this file is looked for, and goes there.
  [[nodiscard]] std::size_t position() const { return cursor().position(); }
  void go_to(std::size_t position);
  [[nodiscard]] std::string_view file_text() const { return cursor().source()->text(); }
  [[nodiscard]] std::uint32_t file_number() const { return files_.back().number; }
  [[nodiscard]] TextSum& file_sum() { return opened_[files_.back().number].sum; }
  /// Adds all texts that have been read.
  void add_texts(Fingerprint& fingerprint);
  /// Behind blanks and comments from `position` on.
  [[nodiscard]] std::size_t behind_blanks(std::size_t position) const;
  /// Entries of registries that the current card names decide what it does. A trial goes on when cards that named the
  /// same left no trace, refuses the card when such cards did, and stops when there was none.
  void note_entry(const void* entry);
  /// To be called when a card that names entries has been read: whether it was one that can be read again.
  void learn_entries(bool left_no_trace);

  // --- keywords ------------------------------------------------------------------------------------------------------
  /// If the next argument is exactly this keyword, consumes it.
  bool keyword(std::string_view kw);
  /// Index of the keyword consumed, or -1 when the next argument is none of them.
  int one_of(std::initializer_list<std::string_view> kws);
  /// The same, but anything else is an error that lists the keywords. `what` names the choice: "node type".
  int choice(std::initializer_list<std::string_view> kws, std::string_view what);
  /// The next argument, which must look like a keyword, in normal form.
  std::string word();
  /// The same without consuming it; empty when the next argument does not look like a keyword.
  std::string peek_word();
  /// Consumes a keyword that must be there.
  void expect(std::string_view kw);
  /// Reads a word and gives the entry of a registry. Unknown and unsupported words are errors.
  template <class Signature>
  const typename Registry<Signature>::Entry& entry(const Registry<Signature>& registry) {
    const std::string text = word();
    const auto* found = registry.find(text);
    if (!found) fail(registry.unknown(argument_text()));
    if (!found->read) fail(registry.unsupported(*found));
    note_entry(found);
    return *found;
  }
  /// In `driven` elements a keyword may be closed by `:` instead of `,`; elsewhere that is an error.
  void allow_inner_colon(bool allowed) { inner_colon_ = allowed; }

  // --- scalars -------------------------------------------------------------------------------------------------------
  /// Another argument follows before the `;`.
  [[nodiscard]] bool more();
  /// The next argument is a number or expression: neither the end, nor a string literal, nor one of the words given.
  [[nodiscard]] bool at_number();
  /// The next argument is an expression whose value is real, not integer as a label is; it is not consumed.
  [[nodiscard]] bool at_real();
  double real();
  double real(double default_value);
  /// Error unless > 0; `what` names the quantity in the message.
  double positive_real(std::string_view what);
  double non_negative_real(std::string_view what);
  std::int64_t integer();
  std::int64_t integer(std::int64_t default_value);
  std::int64_t positive_integer(std::string_view what);
  /// Any expression, rounded; negative numbers are an error.
  unsigned label();
  bool yes_no();   ///< `yes`, `no` or a truth expression
  bool boolean();  ///< a truth expression
  std::string string();
  /// A string together with the way back to where its characters stand, for texts that are parsed in turn.
  std::shared_ptr<const SourceText> string_source();
  /// A string taken as a path: `$NAME`, `${NAME}`, `~/` expanded, relative paths made relative to the folder of the
  /// file that is being read.
  std::string file_name();
  Value value();
  /// `name, "s",` if present.
  std::string optional_name();

  // --- vectors and matrices ------------------------------------------------------------------------------------------
  Vec3 vec3(const Vec3& default_value = Vec3::Zero());
  Vec6 vec6(const Vec6& default_value = Vec6::Zero());
  Mat3 mat3(const Mat3& default_value = Mat3::Zero());
  Mat6 mat6(const Mat6& default_value = Mat6::Zero());
  Eigen::MatrixXd mat6xn(int n);
  Eigen::MatrixXd matnx6(int n);
  Eigen::MatrixXd matnxn(int n);
  /// Orientation matrix in any form, in no frame.
  Mat3 orientation(const Mat3& default_value = Mat3::Identity());

  // --- entities in frames --------------------------------------------------------------------------------------------
  Vec3 position(const FrameContext& context, const Vec3& default_value = Vec3::Zero());
  Mat3 orientation(const FrameContext& context, const Mat3& default_value = Mat3::Identity());
  /// `absolute_position` is that of the point which moves; it fixes the contribution of a rotating frame.
  Vec3 velocity(const FrameContext& context, const Vec3& absolute_position);
  Vec3 angular_velocity(const FrameContext& context);
  /// A free vector.
  Vec3 direction(const FrameContext& context);
  /// Reads the label of a reference frame, e.g. after `at reference`.
  Pose reference_pose();
  /// Card `reference`.
  void read_reference_card();
  ReferenceFrames& frames() { return frames_; }

  // --- drives --------------------------------------------------------------------------------------------------------
  DrivePointer drive();
  /// The same, registered with the model. A shared drive is registered once.
  DriveId drive_id();
  DriveId register_drive(const DrivePointer& drive);
  DrivePointer drive1();  ///< scalar template drive
  Drive3 drive3(const FrameContext& context = FrameContext::absolute());
  Drive6 drive6();
  Drive33 drive33();
  Drive66 drive66();
  /// Cards `drive caller` and `template drive caller`.
  void read_drive_caller_card();
  void read_template_drive_caller_card();
  /// Notes that a drive caller is looked up later; finish() reports labels that were never defined.
  void note_postponed(unsigned label);
  [[nodiscard]] const DriveRegistry& drive_types() const { return drives_; }

  // --- messages ------------------------------------------------------------------------------------------------------
  /// Of the argument read last, or, before a card's first argument, of its description.
  [[nodiscard]] SourceLocation where() const;
  /// Of the argument about to be read.
  [[nodiscard]] SourceLocation where_next();
  /// The argument read last, as written, shortened.
  [[nodiscard]] std::string argument_text() const;
  /// Error at the argument read last.
  [[noreturn]] void fail(const std::string& message);
  /// Error at the argument about to be read.
  [[noreturn]] void fail_next(const std::string& message);
  [[noreturn]] void fail_at(const SourceLocation& where, const std::string& message);
  void warn(const std::string& message) { warn_at(where(), message); }
  void warn_at(const SourceLocation& where, const std::string& message);

  Model& model() { return model_; }
  SymbolTable& symbols() { return *symbols_; }
  const std::shared_ptr<SymbolTable>& shared_symbols() { return symbols_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  struct OpenFile {
    Cursor cursor;
    std::string path;       // canonical, to find recursion; empty for a text
    std::string directory;  // that relative paths start from
    std::uint32_t number;   // in opened_
  };
  struct PeekedWord {
    std::size_t from = npos;  // position of the cursor it belongs to
    std::size_t end = 0;      // of the delimiter behind it
    std::string normal;       // empty when the argument does not look like a keyword
  };
  struct PostponedUse {
    unsigned label;
    SourceLocation where;
    std::string excerpt;
  };
  using TemplateEntry = std::variant<DrivePointer, Drive3, Drive6, Drive33, Drive66>;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  Cursor& cursor() { return files_.back().cursor; }
  [[nodiscard]] const Cursor& cursor() const { return files_.back().cursor; }
  void open_source(std::shared_ptr<const SourceText> source, std::string path, std::string directory);
  bool find_card();
  std::string description();
  void run_general_card(const CardRegistry::Entry& card);
  void recover(const Error& error);
  void keep(const Error& error);

  void leaves_trace();
  void start_card();
  void begin_argument(std::string_view expected, int entry = 0, int entries = 0);
  void finish_argument();
  [[noreturn]] void fail_separator();
  const PeekedWord& peek();
  void note_tried(std::string_view kw);
  void consume_word();
  bool empty_field();
  bool literal_number(double& number);
  Expression compile(std::string_view expected);
  [[nodiscard]] std::string missing_semicolon_hint(std::size_t from) const;

  Value expression_value(std::string_view expected);
  double number_field(std::string_view expected, double default_value, int entry = 0, int entries = 0);
  std::int64_t integer_field(std::string_view expected, const std::int64_t* default_value);
  /// The next argument is a string literal and nothing else.
  bool plain_string(StringToken& token);

  template <class Vector>
  Vector fixed_vector(const Vector& default_value);
  template <int n>
  Eigen::Matrix<double, n, n> fixed_matrix(const Eigen::Matrix<double, n, n>& default_value);
  double scale_factor();
  Eigen::MatrixXd plain_matrix(int rows, int columns);
  Mat3 orientation_from_axes();

  enum class FrameKind { standard, global, node, local, label, other_position, other_orientation, other_node };
  struct FrameChoice {
    FrameKind kind = FrameKind::standard;
    Pose pose;  // of global (identity), node or labelled frames
    SourceLocation where;
  };
  FrameChoice frame_prefix(const FrameContext& context);
  [[nodiscard]] Pose absolute_frame(const FrameContext& context, const FrameChoice& frame) const;
  [[nodiscard]] static bool result_in_frame(const FrameContext& context, const FrameChoice& frame);
  const Pose& labelled_frame(unsigned label);

  template <class T, class ReadEntity>
  TemplateDrive<T> template_drive(const char* kind, ReadEntity&& read_entity);
  template <class T>
  TemplateDrive<T> component_drive();
  template <class T>
  const T& labelled_template();

  Model& model_;
  std::shared_ptr<SymbolTable> symbols_;
  const DriveRegistry& drives_;
  const CardRegistry& cards_;
  Diagnostics& diagnostics_;

  std::vector<OpenFile> files_;
  struct OpenedText {
    std::shared_ptr<const SourceText> source;
    std::string directory;
    TextSum sum;
  };
  std::vector<OpenedText> opened_;  // all so far
  bool repeatable_ = true;
  bool trial_ = false, trial_again_ = false;
  bool stopped_ = false;
  std::vector<const void*> entries_;                     // that the current card has named
  std::unordered_map<const void*, bool> entries_known_;  // whether a card that named it left no trace
  std::size_t card_start_ = npos;                        // of the current card
  bool in_card_ = false;
  bool at_argument_ = false;        // a separator was consumed: a field follows, perhaps an empty one
  std::size_t argument_start_ = 0;  // of the argument read last or being read
  bool inner_colon_ = false;
  PeekedWord peeked_;
  std::size_t tried_at_ = npos;
  std::vector<std::string> tried_;  // keywords that were asked for at tried_at_

  ReferenceFrames frames_;
  std::map<std::pair<std::size_t, unsigned>, TemplateEntry> templates_;  // by kind (index of the variant) and label
  std::unordered_map<const Drive*, DriveId> drive_ids_;
  std::vector<PostponedUse> postponed_;
  int drive_depth_ = 0;
};

}  // namespace flexura
