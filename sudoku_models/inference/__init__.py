"""What can be concluded without a model: propagation, relaxation, search, and what each settles."""
