import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { PersonsAsContacts } from './persons.js';
import type { PersonsRepository } from './persons.repository.js';

it('of whom an event is carried on in the middle of being erased is erased all the same', async () => {
  const left = { events: 1, deliveries: 0 };
  const erase = (what: keyof typeof left) => async () => {
    const count = left[what];
    left[what] = 0;
    return count;
  };
  const persons = {
    eraseContacts: async () => 1,
    eraseMentions: async () => 0,
    // Just before, the relay and a worker make a delivery of the event.
    eraseEvents: () => {
      left.deliveries += left.events;
      left.events = 0;
      return erase('events')();
    },
    eraseDeliveries: erase('deliveries'),
  } as unknown as PersonsRepository;
  const dataSource = { transaction: (work: (tx: object) => unknown) => work({}) } as unknown as DataSource;
  await new PersonsAsContacts(dataSource, persons).erase('jane@example.org');
  expect(left).toEqual({ events: 0, deliveries: 0 });
});
