import { type Plant, UNHARMED } from './plant.ts';

/** Mistakes in the deploy service. */
export const plantsOfContacts: Plant[] = [
  {
    name: 'suppressed event',
    mistake: 'a subscription that asked for no event is told',
    edits: [
      {
        file: 'apps/deploy/src/subscriptions/brand-subscriptions.ts',
        find: 'added.filter(({ publish }) => publish).map(',
        replace: 'added.map(',
      },
    ],
    only: UNHARMED,
    minutes: 0.2,
    broken: /no event of what is suppressed/,
  },
  {
    name: 'event of what was there',
    mistake: 'a brand that the contact was subscribed to already is told once more',
    edits: [
      {
        file: 'apps/deploy/src/subscriptions/brand-subscriptions.ts',
        find: 'const added = await this.subscriptions.insert(tx, wanted);',
        replace: `await this.subscriptions.insert(tx, wanted);
    const added = wanted.map((one) => ({ ...one, subscribedAt: new Date() }));`,
      },
    ],
    only: UNHARMED,
    minutes: 0.2,
    broken: /one event a new subscription/,
  },
  {
    name: 'webhook tried once',
    mistake: 'a webhook that fails is not tried again',
    edits: [
      {
        file: 'apps/deploy/src/webhooks/delivery-attempt.ts',
        find: 'const again = status !== GONE && tries < MOST_TRIES;',
        replace: 'const again = status !== GONE && tries < MOST_TRIES - 99;',
      },
    ],
    only: UNHARMED,
    minutes: 0.2,
    broken: /every event reaches the webhook/,
  },
  {
    name: 'webhook without a lease',
    mistake: 'a delivery counts as done when a worker takes it: if the worker dies nobody tries again',
    edits: [
      {
        file: 'apps/deploy/src/webhooks/deliveries.repository.ts',
        find: 'UPDATE webhook_delivery d SET next_at',
        replace: `UPDATE webhook_delivery d SET status = 'delivered', next_at`,
      },
    ],
    only: '^kill -9: deploy-worker$',
    minutes: 1.5,
    broken: /every event reaches the webhook/,
  },
  {
    name: 'progress forgotten',
    mistake: 'a bulk import counts the batch that it does, and forgets the ones before',
    edits: [
      {
        file: 'apps/deploy/src/operations/contact-import.ts',
        find: 'created: before.created + counted.created,',
        replace: 'created: counted.created,',
      },
    ],
    only: UNHARMED,
    minutes: 0.3,
    broken: /a bulk import ends, with exact counts/,
  },
];
