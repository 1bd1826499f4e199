#!/usr/bin/env bash
# containerd, kubelet, kube-proxy and names, so that pods run for real. As control-plane.sh, and root.
set -euo pipefail
mkdir -p "$NODE/containerd" "$NODE/cni" "$NODE/kubelet" "$NODE/log"

start() { # name, command…
  local name=$1
  shift
  "$@" >"$NODE/log/$name.log" 2>&1 &
  echo $! >>"$NODE/pids"
}

cat >"$NODE/cni/10-bridge.conflist" <<'JSON'
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "bridge", "bridge": "pods0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
    "ipam": { "type": "host-local", "ranges": [[{ "subnet": "10.79.0.0/24" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
  { "type": "portmap", "capabilities": { "portMappings": true } } ] }
JSON
cat >"$NODE/containerd.toml" <<TOML
version = 2
root = "$NODE/containerd/root"
state = "$NODE/containerd/state"
oom_score = 0
[grpc]
  address = "$NODE/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "heed-pause:1"
  # Without CAP_SYS_RESOURCE the kernel refuses to protect a process more than its parent.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$NODE/cni"
TOML
: >"$NODE/resolv.conf"
cat >"$NODE/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $ADDRESS
authentication: { anonymous: { enabled: true }, webhook: { enabled: false } }
authorization: { mode: AlwaysAllow }
clusterDNS: [$ADDRESS]
clusterDomain: cluster.local
resolvConf: $NODE/resolv.conf
containerRuntimeEndpoint: unix://$NODE/containerd.sock
cgroupDriver: cgroupfs
failCgroupV1: false
failSwapOn: false
enforceNodeAllocatable: []
evictionHard: { memory.available: 100Mi, nodefs.available: 1% }
imageGCHighThresholdPercent: 100
registerNode: true
YAML
cat >"$NODE/proxy.yaml" <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clientConnection: { kubeconfig: $NODE/kubeconfig }
clusterCIDR: 10.79.0.0/24
conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
YAML

start containerd containerd --config "$NODE/containerd.toml"
until ctr -a "$NODE/containerd.sock" version >/dev/null 2>&1; do sleep 0.5; done
start kubelet "$BIN/kubelet" --config "$NODE/kubelet.yaml" --kubeconfig "$NODE/kubeconfig" --root-dir "$NODE/kubelet" --hostname-override heed-node --node-ip "$ADDRESS"
start proxy "$BIN/kube-proxy" --config "$NODE/proxy.yaml" --hostname-override heed-node
# Names of Services, from the API, for whoever asks: there is no image of CoreDNS here.
: >"$NODE/hosts"
start names dnsmasq --keep-in-foreground --no-resolv --no-hosts --addn-hosts="$NODE/hosts" --listen-address="$ADDRESS" --bind-interfaces --local=/local/ --pid-file="$NODE/dnsmasq.pid" --user=root
