"""Settings of gunicorn.

The command that starts it sets the number of processes and threads (signum_site/worker/supervisor.py, docs/deploy).
"""

# SCRIPT_NAME, PATH_INFO and scheme from headers are ignored, even from a proxy on this machine, which may pass on a
# visitor's headers. Django reads what a proxy says about the visitor (PROXIES in signum_site/settings.py).
forwarded_allow_ips = ""
# Signals stop and reload gunicorn; no control socket is needed.
control_socket_disable = True
