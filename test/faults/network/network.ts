/**
 * Every way between two of the system goes through a link of the harness: each door to its database, to the broker and to the object store, the gateway to each service, and clients to the
 * object store. Links keep their ports, whoever is started again behind them.
 */
import { type Door, doors, services } from '../../../tools/system/doors.ts';
import { Link } from './link.ts';

export type Target = 'postgres' | 'rabbitmq' | 's3' | (typeof services)[number];

const SETTINGS: [name: string, target: Target][] = [
  ['HEED_DATABASE_URL', 'postgres'],
  ['HEED_AMQP_URL', 'rabbitmq'],
  ['HEED_S3_ENDPOINT', 's3'],
];

export class Network {
  private readonly links = new Map<string, Link>();
  private readonly ports = new Map<Target, number>();

  async listen(): Promise<void> {
    for (const { name, service } of doors)
      for (const [, target] of SETTINGS) if (service !== 'collect' || target !== 's3') this.lay(name, target);
    for (const service of services) this.lay('gateway', service);
    this.lay('clients', 's3');
    await Promise.all([...this.links.values()].map((link) => link.listen()));
  }

  /** Where a target is now. */
  setTarget(target: Target, port: number): void {
    this.ports.set(target, port);
  }

  /** Collect has no way to the object store. */
  link(from: string, target: Target): Link | undefined {
    return this.links.get(`${from} to ${target}`);
  }

  /** Names of all ways. */
  get names(): string[] {
    return [...this.links.keys()];
  }

  named(name: string): Link {
    return this.links.get(name)!;
  }

  /** All ways to a server. */
  to(target: Target): Link[] {
    return this.names.filter((name) => name.endsWith(` to ${target}`)).map((name) => this.named(name));
  }

  /** The environment of a door, with every server at the end of a link. */
  environment(door: Door, environment: Record<string, string>): Record<string, string> {
    const through = (name: string, link: Link | undefined) =>
      link && name in environment ? { [name]: throughPort(environment[name]!, link.port) } : {};
    return Object.assign(
      { ...environment },
      ...SETTINGS.map(([name, target]) => through(name, this.link(door.name, target))),
      through('HEED_S3_PUBLIC_URL', this.link('clients', 's3')),
    );
  }

  /** Ports at which the gateway finds the services. */
  get upstreams(): Record<string, number> {
    return Object.fromEntries(services.map((service) => [service, this.link('gateway', service)!.port]));
  }

  heal(): void {
    for (const link of this.links.values()) link.heal();
  }

  close(): void {
    for (const link of this.links.values()) link.close();
  }

  private lay(from: string, target: Target): void {
    this.links.set(`${from} to ${target}`, new Link(() => this.ports.get(target) ?? 0));
  }
}

function throughPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href.replace(/\/$/, '');
}
