"""The pieces that people own: kept sets, and drafts of sets while they are enrolled."""
