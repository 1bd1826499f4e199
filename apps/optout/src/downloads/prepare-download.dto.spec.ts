import { expect, it } from '@jest/globals';
import { validateObject } from '#http';
import { PrepareDownloadDto } from './prepare-download.dto.js';

it.each(['columns', 'collectionType'])('what is too much in %s is found by going through it a few times', (field) => {
  const length = 1_000;
  let looks = 0;
  const list = new Proxy(
    Array.from({ length }, (_, i) => i),
    {
      get: (target, key) => {
        looks++;
        return Reflect.get(target, key);
      },
    },
  );
  const body = { optoutListId: 'a3f29c0d4be81755', columns: ['hashed'], collectionType: ['imported'], [field]: list };
  const { errors } = validateObject(PrepareDownloadDto, body);
  expect(errors.map(({ pointer }) => pointer)).toContain(`/${field}/0`);
  expect(looks).toBeLessThan(20 * length);
});
