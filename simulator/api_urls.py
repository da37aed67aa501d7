from django.urls import path

from .api import batches, replays

urlpatterns = [
    path("", batches.SimulationsView.as_view(), name="api_simulations"),
    path("<slug:token>/", batches.SimulationView.as_view(), name="api_simulation"),
    path("<slug:token>/results/", batches.SimulationResultsView.as_view(), name="api_simulation_results"),
    path(
        "<slug:token>/replays/<int:matchup>/<int:pair>/<int:game>/",
        replays.ReplayView.as_view(),
        name="api_simulation_replay",
    ),
    path("<slug:token>/cancel/", batches.SimulationCancelView.as_view(), name="api_simulation_cancel"),
    path("<slug:token>/resume/", batches.SimulationResumeView.as_view(), name="api_simulation_resume"),
]
