"""Scripted deals and records: their models, the notation of moves, replay and expectations."""
