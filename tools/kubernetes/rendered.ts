/** What `kubectl apply -k` would apply, as objects. */
import { execFile } from 'node:child_process';
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
  const { stdout } = await run(kubectl, ['kustomize', folder], { cwd: repository, maxBuffer: 16 << 20 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}
