/** The processes of a whole system. Imports are the work that takes long, so their worker is there twice: the two share it by the broker's queues. */
export type Service = 'deploy' | 'optout' | 'collect' | 'mailer';

export const services: Service[] = ['deploy', 'optout', 'collect', 'mailer'];

export interface Door {
  name: string;
  service: Service;
  file: 'main' | 'worker';
}

export const doors: Door[] = [
  ...services.map((service) => ({ name: service, service, file: 'main' as const })),
  { name: 'deploy-worker', service: 'deploy', file: 'worker' },
  { name: 'optout-worker-1', service: 'optout', file: 'worker' },
  { name: 'optout-worker-2', service: 'optout', file: 'worker' },
  { name: 'collect-worker', service: 'collect', file: 'worker' },
  { name: 'mailer-worker', service: 'mailer', file: 'worker' },
];
