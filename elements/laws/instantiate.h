// Explicit instantiation of the readers of laws, for use in their .cpp files only.
#pragma once

#define FLEXURA_LAW_READER(name, N) template LawPointer<N> name<N>(Reader&);
#define FLEXURA_LAW_READER_13(name) FLEXURA_LAW_READER(name, 1) FLEXURA_LAW_READER(name, 3)
#define FLEXURA_LAW_READER_136(name) FLEXURA_LAW_READER_13(name) FLEXURA_LAW_READER(name, 6)
#define FLEXURA_LAW_READER_KIND(name, kind)               \
  template LawPointer<1> name<1, LawKind::kind>(Reader&); \
  template LawPointer<3> name<3, LawKind::kind>(Reader&); \
  template LawPointer<6> name<6, LawKind::kind>(Reader&);
#define FLEXURA_LAW_READER_KINDS(name)   \
  FLEXURA_LAW_READER_KIND(name, elastic) \
  FLEXURA_LAW_READER_KIND(name, viscous) \
  FLEXURA_LAW_READER_KIND(name, viscoelastic)
