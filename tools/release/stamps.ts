/** The places that name the version, and how each is written. Every image and manifest has the same. */
export interface Stamp {
  file: string;
  /** Matches each place with the version as its second group. */
  place: RegExp;
  /** How the version is written there, if not as it is. */
  written?: (version: string) => string;
}

const dashed = (version: string) => version.replaceAll('.', '-');
/** Of our own package, not of a dependency: those stand deeper. */
const ofPackage = /^( {2}"version": ")([^"]+)/m;

export const stamps: Stamp[] = [
  { file: 'package.json', place: ofPackage },
  { file: 'package-lock.json', place: ofPackage },
  { file: 'package-lock.json', place: /^( {4}"": \{\n {6}"name": "heed",\n {6}"version": ")([^"]+)/m },
  { file: 'docker-compose.yml', place: /^( +image: heed(?:-storage)?:)(\S+)/gm },
  { file: 'k8s/version/kustomization.yaml', place: /(newTag: )([^ }]+)/g },
  // Names of Jobs are labels of the DNS.
  { file: 'k8s/services/door/migrate/kustomization.yaml', place: /(nameSuffix: -)(\S+)/, written: dashed },
  { file: 'k8s/credentials/job/kustomization.yaml', place: /(nameSuffix: -)(\S+)/, written: dashed },
];

/** @throws when the file has no such place: a stamp that meets nothing would go unnoticed */
export function stamped(text: string, { file, place, written = String }: Stamp, version: string): string {
  if (text.search(place) < 0) throw new Error(`${file} has no place for the version: ${place}`);
  return text.replace(place, (_, before: string) => before + written(version));
}

/** The changelog with what was unreleased under the version and its day. @throws when there is nothing to release */
export function releasedChangelog(text: string, version: string, day: string): string {
  const [, unreleased = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|$(?![\s\S]))/m.exec(text) ?? [];
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased"');
  return text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && a[at]! > b[at]!;
}
