"""What gunicorn does however it is started: it reads this file from the folder it is started in.

How many processes and threads is up to the command that starts it (signum_site/worker/supervisor.py, docs/deploy).
"""

# Nobody's SCRIPT_NAME, PATH_INFO or scheme counts, not even a proxy's on this machine, which may hand on a visitor's.
# What a proxy says of the visitor is Django's to read (PROXIES in signum_site/settings.py).
forwarded_allow_ips = ""
# No second way in: gunicorn is stopped and reloaded by signals.
control_socket_disable = True
