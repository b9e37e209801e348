"""Readers, references, comparison and reports of the verification cases."""
