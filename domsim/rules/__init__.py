"""Rule sets: schema, loading with positions, lowering to integers, prose."""
