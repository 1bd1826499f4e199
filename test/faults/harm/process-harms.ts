/** Harm to processes, services as well as servers. */
import { setTimeout as pause } from 'node:timers/promises';
import { killServer } from '../../../tools/servers/index.ts';
import { doors } from '../../../tools/system/doors.ts';
import { killDoor } from '../../../tools/system/system.ts';
import type { Play } from '../client.ts';
import type { Harm } from './harm.ts';
import { runs, signal } from './processes.ts';

const anyDoor = ({ random }: Play) => random.pick(doors).name;
const anyServer = ({ stage, random }: Play) => random.pick(['postgres', 'rabbitmq', stage.s3]);
const anyRelay = ({ random }: Play) => random.pick(doors.filter(({ file }) => file === 'worker')).name;

const PATIENCE_MS = 3_000;

export const processHarms: Harm[] = [
  { what: 'kill -9', weight: 10, whom: anyDoor, do: (door, { stage }) => killDoor(stage.dir, door) },
  { what: 'SIGSTOP', weight: 6, whom: anyDoor, do: freeze },
  { what: 'SIGTERM', weight: 3, whom: anyDoor, do: async (door, { stage }) => signal(stage.dir, door, 'SIGTERM') },
  { what: 'kill -9', weight: 5, whom: anyServer, do: (server, { stage }) => killServer(stage.dir, server) },
  { what: 'SIGSTOP', weight: 4, whom: anyServer, do: freeze },
  { what: 'orderly restart', weight: 2, whom: () => 'rabbitmq', do: (broker, play) => end(broker, 'SIGTERM', play) },
  { what: 'fast stop', weight: 2, whom: () => 'postgres', do: (database, play) => end(database, 'SIGINT', play) },
  { what: 'kill -9 between confirm and delete', weight: 4, whom: anyRelay, do: killAtCommit },
  { what: 'SIGSTOP between confirm and delete', weight: 2, whom: anyRelay, do: freezeAtCommit },
];

/** A pause that its clients can't tell from a network that carries nothing. */
async function freeze(name: string, { random, stage }: Play): Promise<void> {
  signal(stage.dir, name, 'SIGSTOP');
  await pause(random.between(500, 8_000));
  signal(stage.dir, name, 'SIGCONT');
}

async function end(server: string, how: NodeJS.Signals, { stage }: Play): Promise<void> {
  signal(stage.dir, server, how);
  for (let waited = 0; runs(stage.dir, server) && waited < 20_000; waited += 50) await pause(50);
  await killServer(stage.dir, server);
}

/** The broker has all events of a window, and the outbox has them still. */
async function killAtCommit(door: string, { stage, history }: Play): Promise<void> {
  const link = stage.network.link(door, 'postgres')!;
  if (!(await link.atCommitOfRelay(PATIENCE_MS, 'is lost', () => killDoor(stage.dir, door))))
    history.note('miss', door, 'its relay had nothing to commit');
}

async function freezeAtCommit(door: string, play: Play): Promise<void> {
  const link = play.stage.network.link(door, 'postgres')!;
  if (!(await link.atCommitOfRelay(PATIENCE_MS, 'goes on', () => freeze(door, play))))
    play.history.note('miss', door, 'its relay had nothing to commit');
}
