// Carries the precompiled header that all unit tests share.
