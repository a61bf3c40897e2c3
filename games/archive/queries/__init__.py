"""Reads: finished matches page by page, and how players have done."""
