"""The lab: real systemd hosts in containers, in a network of their own."""
