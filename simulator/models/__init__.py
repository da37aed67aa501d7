"""What simulations store: batches of games, and the ratings computed from them."""

from .batches import Batch, Chunk, Entrant, MatchUp
from .ratings import CardRecord, LeaderRating, Rated, Rating, RatingPoint, RatingRun

__all__ = [
    "Batch",
    "CardRecord",
    "Chunk",
    "Entrant",
    "LeaderRating",
    "MatchUp",
    "Rated",
    "Rating",
    "RatingPoint",
    "RatingRun",
]
