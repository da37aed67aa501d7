from django.urls import path

from . import api, replay_api

urlpatterns = [
    path("", api.SimulationsView.as_view(), name="api_simulations"),
    path("<slug:token>/", api.SimulationView.as_view(), name="api_simulation"),
    path("<slug:token>/results/", api.SimulationResultsView.as_view(), name="api_simulation_results"),
    path(
        "<slug:token>/replays/<int:matchup>/<int:pair>/<int:game>/",
        replay_api.ReplayView.as_view(),
        name="api_simulation_replay",
    ),
    path("<slug:token>/cancel/", api.SimulationCancelView.as_view(), name="api_simulation_cancel"),
    path("<slug:token>/resume/", api.SimulationResumeView.as_view(), name="api_simulation_resume"),
]
