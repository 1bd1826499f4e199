import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { kubernetesPrograms } from './programs.ts';
import type { Manifest } from './rendered.ts';

/** Gives a check of manifests against the API's own schemas: what is wrong, in words, or nothing. A kind that isn't the API's but an operator's is `unknown`. */
export async function apiSchemas(): Promise<(manifest: Manifest) => string[] | 'unknown'> {
  const { schemas } = await kubernetesPrograms();
  const read = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(read('_definitions.json'), 'https://kubernetes.io/api/_definitions.json');
  const checks = new Map<string, ValidateFunction>();
  return (manifest) => {
    const name = fileName(manifest);
    if (!existsSync(join(schemas, name))) return 'unknown';
    const check = checks.get(name) ?? ajv.compile({ ...read(name), $id: `https://kubernetes.io/api/${name}` });
    checks.set(name, check);
    return check(manifest) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** `networking.k8s.io/v1` NetworkPolicy is in networkpolicy-networking-v1.json. */
function fileName({ apiVersion, kind }: Manifest): string {
  const [version, group] = apiVersion.split('/').reverse() as [string, string?];
  return `${[kind, group?.split('.')[0], version].filter(Boolean).join('-').toLowerCase()}.json`;
}
