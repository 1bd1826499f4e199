/** What `kubectl apply -k` would apply, as objects. Passwords are made for a copy of the manifests, so that a clone needs none and keeps its own. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { repository } from '../system/build.ts';
import { kubernetesPrograms } from './programs.ts';

const run = promisify(execFile);

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: what it is depends on the kind; the schemas check it.
  [field: string]: any;
}

/** @param folder such as `k8s/overlays/production` */
export async function rendered(folder: string): Promise<Manifest[]> {
  const { kubectl } = await kubernetesPrograms();
  const copy = mkdtempSync(join(tmpdir(), 'heed-k8s-'));
  try {
    for (const part of ['k8s', 'gateway', 'containers'])
      cpSync(join(repository, part), join(copy, part), {
        recursive: true,
        filter: (path) => !path.startsWith(join(repository, 'k8s/secrets')),
      });
    await run('k8s/make-secrets.sh', { cwd: copy });
    const { stdout } = await run(kubectl, ['kustomize', folder], { cwd: copy, maxBuffer: 16 << 20 });
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  } finally {
    rmSync(copy, { recursive: true });
  }
}
