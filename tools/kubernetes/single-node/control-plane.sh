#!/usr/bin/env bash
# etcd and the control plane of one node, from nothing, in the network that this runs in. $NODE is the folder of the node, $BIN has the programs, $ADDRESS is the node's.
set -euo pipefail
pki=$NODE/pki
mkdir -p "$pki" "$NODE/etcd" "$NODE/log"
cd "$pki"

openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=heed-node-ca -keyout ca.key -out ca.crt 2>/dev/null
openssl req -newkey rsa:2048 -nodes -subj /CN=kube-apiserver -keyout api.key -out api.csr 2>/dev/null
printf 'subjectAltName=IP:127.0.0.1,IP:%s,IP:10.78.0.1,DNS:kubernetes.default.svc\n' "$ADDRESS" >api.ext
openssl x509 -req -in api.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile api.ext -out api.crt 2>/dev/null
openssl genrsa -out accounts.key 2048 2>/dev/null
token=$(openssl rand -hex 16)
echo "$token,admin,admin,system:masters" >tokens.csv
cat >"$NODE/kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{ name: node, cluster: { server: "https://$ADDRESS:6443", certificate-authority: $pki/ca.crt } }]
users: [{ name: admin, user: { token: $token } }]
contexts: [{ name: node, context: { cluster: node, user: admin } }]
current-context: node
YAML

start() { # name, command…
  local name=$1
  shift
  "$@" >"$NODE/log/$name.log" 2>&1 &
  echo $! >>"$NODE/pids"
}

start etcd etcd --data-dir "$NODE/etcd" --unsafe-no-fsync --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380
start apiserver "$BIN/kube-apiserver" --etcd-servers http://127.0.0.1:2379 --bind-address "$ADDRESS" --advertise-address "$ADDRESS" \
  --tls-cert-file api.crt --tls-private-key-file api.key --client-ca-file ca.crt --token-auth-file tokens.csv --authorization-mode RBAC \
  --service-cluster-ip-range 10.78.0.0/16 --service-account-issuer https://kubernetes.default.svc --service-account-key-file accounts.key \
  --service-account-signing-key-file accounts.key --kubelet-preferred-address-types InternalIP
until "$BIN/kubectl" --kubeconfig "$NODE/kubeconfig" get --raw /readyz >/dev/null 2>&1; do
  kill -0 "$(tail -1 "$NODE/pids")" || { tail -5 "$NODE/log/apiserver.log"; exit 1; }
  sleep 0.5
done
start controller-manager "$BIN/kube-controller-manager" --kubeconfig "$NODE/kubeconfig" --leader-elect=false --service-account-private-key-file accounts.key --root-ca-file ca.crt
start scheduler "$BIN/kube-scheduler" --kubeconfig "$NODE/kubeconfig" --leader-elect=false
