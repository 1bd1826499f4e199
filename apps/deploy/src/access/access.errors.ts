import { Problem } from '#http';

export function tooManyRequests(limit: number, secondsLeft: number): Problem {
  return new Problem({
    status: 429,
    code: 'api_error',
    title: 'Too many requests',
    detail: `The API key may make ${limit} requests a minute.`,
    headers: { 'retry-after': String(secondsLeft) },
  });
}
