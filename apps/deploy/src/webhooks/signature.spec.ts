import { expect, it } from '@jest/globals';
import { signature } from './signature.js';

it("is what Standard Webhooks' own example has", () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}'] as const;
  const expected = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signature([secret], ...signed)).toBe(expected);
  expect(signature(['whsec_AAAA', secret], ...signed).split(' ')).toEqual([expect.stringMatching(/^v1,/), expected]);
});
