"""Executors: how work is spread; what is worked on is none of their business."""
