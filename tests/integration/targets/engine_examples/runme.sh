#!/usr/bin/env bash
# Runs the examples in the documentation of the engine's plugins as they stand.
set -euo pipefail
cp -r files "${OUTPUT_DIR:?}/examples"
cd "$OUTPUT_DIR/examples"
for plugin in module:affinity_info module:eviction_info module:pod_qos_info module:schedule_info \
    filter:quantity filter:quantity_sum filter:quantity_sub filter:quantity_compare \
    filter:qos_class filter:pod_requests filter:label_errors \
    test:guaranteed test:burstable test:best_effort; do
    ansible-doc -t "${plugin%%:*}" --json "quorum.kube.${plugin##*:}" | python play.py > play.yml
    ansible-playbook -i localhost, -c local -e "ansible_python_interpreter=$(command -v python)" play.yml "$@"
done
