import { describe, expect, it } from '@jest/globals';
import {
  accessChanged,
  brandSubscribe,
  cloudEvent,
  eventTypes,
  InvalidEvent,
  readCloudEvent,
  serviceQueues,
} from './index.js';

const data = {
  accountId: '0190163d-8694-739b-aea5-966c26f8ad91',
  emailMd5: '0bc83cb571cd1c50ba6f3e8a78ef1346',
  email: 'ada@example.com',
  brandId: '0190163d-8694-739b-aea5-966c26f8ad92',
  brandName: 'Acme',
  subscribedAt: '2026-11-21T13:00:00.000Z',
  cause: 'contact-created' as const,
};
const event = cloudEvent(brandSubscribe, 'deploy', data.emailMd5, data);
const body = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const refusal = (value: unknown) => {
  try {
    readCloudEvent(brandSubscribe, body(value));
  } catch (error) {
    return (error as InvalidEvent).message;
  }
  return undefined;
};

describe('an event', () => {
  it('is a CloudEvents 1.0 envelope that reads back as it was', () => {
    expect(readCloudEvent(brandSubscribe, body(event))).toEqual(event);
    expect(event).toMatchObject({
      specversion: '1.0',
      source: '/heed/deploy',
      type: 'brand-subscribe',
      subject: data.emailMd5,
    });
  });

  it('has an id that sorts by time', () => {
    const later = cloudEvent(brandSubscribe, 'deploy', data.emailMd5, data);
    expect(event.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(later.id.slice(0, 13) >= event.id.slice(0, 13)).toBe(true);
    expect(later.id).not.toBe(event.id);
  });

  it('is not made of data that a consumer would refuse', () => {
    expect(() => cloudEvent(brandSubscribe, 'deploy', 'x', { ...data, emailMd5: 'no' })).toThrow(InvalidEvent);
    expect(() => cloudEvent(brandSubscribe, 'deploy', '', data)).toThrow('/subject');
  });
});

describe('a message from elsewhere', () => {
  it.each([
    ['not JSON', 'the body is not JSON in UTF-8', '{'],
    ['a list', '/: expected an object', []],
    ['nothing', '/: expected an object', null],
    ['another type', '/type: expected one of brand-subscribe', { ...event, type: 'brand-unsubscribe' }],
    ['a version from the future', '/specversion: expected one of 1.0', { ...event, specversion: '2.0' }],
    ['an id of another form', '/id: expected a UUID', { ...event, id: '17' }],
    ['no data', '/data: expected an object', { ...event, data: undefined }],
    ['null for a text', '/data/email: expected a string', { ...event, data: { ...data, email: null } }],
  ])('is refused when it is %s', (_, reason, value) => {
    expect(refusal(value)).toBe(reason);
  });

  it('is refused when it is not UTF-8', () => {
    const bytes = body(event);
    bytes[bytes.indexOf('ada@')] = 0xff;
    expect(() => readCloudEvent(brandSubscribe, bytes)).toThrow('not JSON in UTF-8');
  });

  it('may say more than we know of', () => {
    expect(refusal({ ...event, traceparent: 'x', data: { ...data, more: 1 } })).toBeUndefined();
  });

  it('is refused without its values being repeated', () => {
    expect(refusal({ ...event, data: { ...data, emailMd5: 'ada@example.com' } })).not.toContain('ada');
  });

  it('is checked inside of lists', () => {
    const state = {
      version: 1,
      userId: 'u',
      name: 'n',
      deleted: false,
      optoutListIds: [],
      tokens: [{ id: 'a', hash: 'b', revoked: false }],
    };
    expect(() => cloudEvent(accessChanged, 'optout', 'u', state)).toThrow('/data/tokens/0/hash');
  });
});

describe('the catalogue', () => {
  it('has each name once', () => {
    const names = eventTypes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has only queues whose events are in it, each name once', () => {
    const names = serviceQueues.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(serviceQueues.every((queue) => eventTypes.some((type) => type === queue.eventType))).toBe(true);
  });
});
