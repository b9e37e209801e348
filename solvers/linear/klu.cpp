#include <klu.h>

#include <new>
#include <vector>

#include "solvers/linear/direct_pc.h"

namespace flexura {

namespace {

/// The factorisation of one matrix. PETSc stores rows, KLU columns: KLU factors the transpose and solves with it.
class Klu final : public SequentialFactorisation {
 public:
  explicit Klu(double pivot_tolerance) {
    klu_defaults(&common_);
    common_.tol = pivot_tolerance;
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
  ~Klu() override { release(); }

  [[nodiscard]] const char* name() const override { return "KLU with refactorisation"; }
  void solve(double* x) override {
    if (ok_) klu_tsolve(symbolic_, numeric_, symbolic_->n, 1, x, &common_);
  }
  void forget_pivots() override { keep_pivots_ = false; }
  [[nodiscard]] int singular_unknown() const override { return singular_column_; }
  [[nodiscard]] FactorisationCounts counts() const override { return counts_; }
  [[nodiscard]] double fill() const override {
    if (!numeric_) return 0;
    return (static_cast<double>(numeric_->lnz) + numeric_->unz + numeric_->nzoff) / std::max(entries_, 1);
  }

 protected:
  bool factor(int n, const int* row, const int* column, const double* values) override {
    // Factors of the matrix for which pivots were chosen are there already.
    if (!take_as_before() || !fresh_) compute(n, row, column, values);
    return ok_;
  }
  void remember(Archive& archive, int n, const int* row, const int* column) override {
    FactorisationCounts counts = counts_;
    bool keep = keep_pivots_;
    bool fresh = fresh_;
    archive(pivoted_, keep, fresh, counts.factorisations, counts.refactorisations);
    if (archive.saving() || pivoted_.empty()) return;
    if (static_cast<int>(pivoted_.size()) != row[n])
      throw Error(ExitCode::input_error, "the saved matrix has another pattern");
    keep_pivots_ = false;
    const std::vector<double> first = pivoted_;
    compute(n, row, column, first.data());
    keep_pivots_ = keep_pivots_ && keep;
    fresh_ = fresh;
    counts_ = counts;
  }

 private:
  // Refactoring keeps the pivots of an earlier matrix. Once 1/cond of the pivots has fallen this far below what it was
  // when they were chosen, they are chosen anew.
  static constexpr double allowed_loss = 1e-4;

  void compute(int n, const int* row, const int* column, const double* values) {
    // KLU takes non-const pointers but does not write to the structure.
    int* ap = const_cast<int*>(row);
    int* ai = const_cast<int*>(column);
    double* ax = const_cast<double*>(values);
    const bool same = symbolic_ && symbolic_->n == n && entries_ == row[n];
    if (!same) {
      release();
      symbolic_ = klu_analyze(n, ap, ai, &common_);
      entries_ = row[n];
    }
    ok_ = false;
    singular_column_ = -1;
    if (!symbolic_) {
      if (common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
      return;
    }
    constexpr double entry = sizeof(double) + sizeof(int);
    if (!same && judge() && !judge()({entry * (symbolic_->lnz + symbolic_->unz), symbolic_->est_flops}))
      throw std::bad_alloc();
    if (numeric_ && keep_pivots_) {
      common_.halt_if_singular = 1;
      if (klu_refactor(ap, ai, ax, symbolic_, numeric_, &common_) && common_.status == KLU_OK) {
        klu_rcond(symbolic_, numeric_, &common_);
        if (common_.rcond > allowed_loss * rcond_) {
          ++counts_.refactorisations;
          ok_ = true;
          fresh_ = false;
          return;
        }
      }
    }
    pivoted_.assign(values, values + row[n]);
    fresh_ = true;
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(ap, ai, ax, symbolic_, &common_);
    ++counts_.factorisations;
    if (common_.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
    keep_pivots_ = numeric_ != nullptr && common_.status == KLU_OK;
    if (keep_pivots_) {
      klu_rcond(symbolic_, numeric_, &common_);
      rcond_ = common_.rcond;
      ok_ = rcond_ > 0;
    } else {
      singular_column_ = common_.singular_col;
    }
  }

  void release() {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    if (symbolic_) klu_free_symbolic(&symbolic_, &common_);
    numeric_ = nullptr;
    symbolic_ = nullptr;
    keep_pivots_ = false;
  }

  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  int entries_ = 0;
  std::vector<double> pivoted_;  // values of the matrix for which the pivots were chosen
  bool fresh_ = false;           // it is the one that was factored last
  bool ok_ = false;
  bool keep_pivots_ = false;
  int singular_column_ = -1;
  double rcond_ = 0;
  FactorisationCounts counts_;
};

}  // namespace

std::unique_ptr<DirectFactorisation> make_klu(double pivot_tolerance) { return std::make_unique<Klu>(pivot_tolerance); }

}  // namespace flexura
