# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of all modules that speak with a running API server: names and meaning are those of kubernetes.core."""

from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  kubeconfig:
    description:
      - The kubeconfig, as a path, as several paths with colons between them, or as a mapping.
      - E(K8S_AUTH_KUBECONFIG) is used if this is not set, then C(~/.kube/config).
    type: raw
  context:
    description: The context of the kubeconfig. E(K8S_AUTH_CONTEXT) is used if this is not set.
    type: str
  host:
    description: The URL of the API server. E(K8S_AUTH_HOST) is used if this is not set.
    type: str
  api_key:
    description: The bearer token. E(K8S_AUTH_API_KEY) is used if this is not set.
    type: str
  username:
    description: The user, for servers that take HTTP basic authentication. E(K8S_AUTH_USERNAME) is used if not set.
    type: str
  password:
    description: The password of O(username). E(K8S_AUTH_PASSWORD) is used if this is not set.
    type: str
  validate_certs:
    description: Whether the server's certificate is verified. E(K8S_AUTH_VERIFY_SSL) is used if this is not set.
    type: bool
    aliases: [verify_ssl]
  ca_cert:
    description: The file of the CA that signed the server's certificate. E(K8S_AUTH_SSL_CA_CERT) is used if not set.
    type: path
    aliases: [ssl_ca_cert]
  client_cert:
    description: The file of the client certificate. E(K8S_AUTH_CERT_FILE) is used if this is not set.
    type: path
    aliases: [cert_file]
  client_key:
    description: The file of the client certificate's key. E(K8S_AUTH_KEY_FILE) is used if this is not set.
    type: path
    aliases: [key_file]
  proxy:
    description: The URL of an HTTP proxy. E(K8S_AUTH_PROXY) is used if this is not set.
    type: str
  no_proxy:
    description: Hosts, domains and networks that are reached without O(proxy), with commas between them.
    type: str
  proxy_headers:
    description: Headers for the proxy.
    type: dict
    suboptions:
      proxy_basic_auth:
        description: User and password for the proxy, with a colon between them.
        type: str
      basic_auth:
        description: User and password for the server, with a colon between them.
        type: str
      user_agent:
        description: How the client names itself.
        type: str
  persist_config:
    description: Whether tokens that were refreshed are written back to the kubeconfig.
    type: bool
  impersonate_user:
    description: The user to act as. E(K8S_AUTH_IMPERSONATE_USER) is used if this is not set.
    type: str
  impersonate_groups:
    description: The groups to act as. E(K8S_AUTH_IMPERSONATE_GROUPS) is used if this is not set.
    type: list
    elements: str
requirements:
  - kubernetes.core and the Python library kubernetes, where a running cluster is asked
"""
