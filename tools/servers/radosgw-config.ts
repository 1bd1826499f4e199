export interface CephPorts {
  port: number;
  monPort: number;
  monPortV1: number;
}

/** A one-machine Ceph that starts quickly. cephx has to be on: without it the gateway never gets past its first request. */
export function cephConfig(
  home: string,
  { port, monPort, monPortV1 }: CephPorts,
  fsid: string,
  inMemory: boolean,
): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monPort}/0,v1:127.0.0.1:${monPortV1}/0]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${home}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
run dir = ${home}/run
admin socket = ${home}/run/$name.asok
pid file = ${home}/run/$name.pid
log file = /dev/null
log to stderr = true
err to stderr = true
paxos propose interval = 0.05
paxos min wait = 0.01

[mon]
mon data = ${home}/mon
mon cluster log file = /dev/null
mon data avail warn = 2
mon data avail crit = 1

[osd]
osd data = ${home}/osd
${
  inMemory
    ? 'osd objectstore = memstore\nmemstore device bytes = 4294967296'
    : `osd objectstore = bluestore
bluestore block size = 21474836480
bluestore block create = true
bluestore cache autotune = false
bluestore cache size = 134217728
osd memory target = 939524096`
}

[client.rgw.s]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${home}/rgw
rgw gc obj min wait = 30
rgw gc processor period = 30
rgw run sync thread = false
rgw dynamic resharding = false
`;
}
