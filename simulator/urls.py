from django.urls import path

from .views import batches, odds, ratings, replays

urlpatterns = [
    path("simulations/", batches.batch_list, name="simulations"),
    path("simulations/new/", batches.batch_new, name="simulation_new"),
    path("simulations/<slug:token>/", batches.batch_page, name="simulation"),
    path("simulations/<slug:token>/live/", batches.batch_live, name="simulation_live"),
    path("simulations/<slug:token>/cards/<int:number>/", batches.batch_cards, name="simulation_cards"),
    path("simulations/<slug:token>/compare/", batches.batch_compare, name="simulation_compare"),
    path("simulations/<slug:token>/cancel/", batches.batch_stop, name="simulation_cancel"),
    path("simulations/<slug:token>/resume/", batches.batch_continue, name="simulation_resume"),
    path("simulations/<slug:token>/results.csv", batches.batch_csv, name="simulation_csv"),
    path("simulations/<slug:token>/results.json", batches.batch_json, name="simulation_json"),
    path("simulations/<slug:token>/games/<int:matchup>/<int:pair>/<int:game>/", replays.replay, name="replay"),
    path(
        "simulations/<slug:token>/games/<int:matchup>/<int:pair>/<int:game>/game.txt",
        replays.replay_text,
        name="replay_text",
    ),
    path("ratings/", ratings.ratings_page, name="ratings"),
    path("ratings/decks/<int:pk>/", ratings.deck_ratings_page, name="deck_ratings"),
    path("ratings/compare/<int:before>/<int:after>/", ratings.versions_page, name="versions_compared"),
    path("odds/", odds.odds_start, name="odds_start"),
    path("odds/<slug:system>/<slug:code>/", odds.odds, name="odds"),
]
