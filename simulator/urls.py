from django.urls import path

from . import batch_views, ladder_views, odds_views, replay_views

urlpatterns = [
    path("simulations/", batch_views.batch_list, name="simulations"),
    path("simulations/new/", batch_views.batch_new, name="simulation_new"),
    path("simulations/<slug:token>/", batch_views.batch_page, name="simulation"),
    path("simulations/<slug:token>/live/", batch_views.batch_live, name="simulation_live"),
    path("simulations/<slug:token>/cards/<int:number>/", batch_views.batch_cards, name="simulation_cards"),
    path("simulations/<slug:token>/compare/", batch_views.batch_compare, name="simulation_compare"),
    path("simulations/<slug:token>/cancel/", batch_views.batch_stop, name="simulation_cancel"),
    path("simulations/<slug:token>/resume/", batch_views.batch_go_on, name="simulation_resume"),
    path("simulations/<slug:token>/results.csv", batch_views.batch_csv, name="simulation_csv"),
    path("simulations/<slug:token>/results.json", batch_views.batch_json, name="simulation_json"),
    path("simulations/<slug:token>/games/<int:matchup>/<int:pair>/<int:game>/", replay_views.replay, name="replay"),
    path(
        "simulations/<slug:token>/games/<int:matchup>/<int:pair>/<int:game>/game.txt",
        replay_views.replay_text,
        name="replay_text",
    ),
    path("ratings/", ladder_views.ratings_page, name="ratings"),
    path("ratings/decks/<int:pk>/", ladder_views.deck_ratings_page, name="deck_ratings"),
    path("ratings/compare/<int:before>/<int:after>/", ladder_views.versions_page, name="versions_compared"),
    path("odds/", odds_views.odds_start, name="odds_start"),
    path("odds/<slug:system>/<slug:code>/", odds_views.odds, name="odds"),
]
