import { isIP } from 'node:net';

/** One setting: its variable, how its text is read, its default. A setting without a default is required. */
export interface Setting<T> {
  name: string;
  doc: string;
  kind: string;
  default?: T;
  secret: boolean;
  /** Reads the text; throws an Error whose message completes "NAME …". */
  read(text: string): T;
}

interface Options<T> {
  doc: string;
  default?: T;
}

interface Bounds {
  min?: number;
  max?: number;
}

/** Any text that isn't empty. */
export function text(name: string, options: Options<string>): Setting<string> {
  return { ...options, name, kind: 'text', secret: false, read: (value) => value };
}

/** Like {@link text}, but its default is never shown. */
export function secret(name: string, options: Options<string>): Setting<string> {
  return { ...options, name, kind: 'secret', secret: true, read: (value) => value };
}

/** A whole decimal number; bounds are inclusive. */
export function integer(name: string, options: Options<number> & Bounds): Setting<number> {
  const read = (value: string) => {
    if (!/^-?\d+$/.test(value)) throw new Error('must be a whole number');
    return readNumber(value, options);
  };
  return { ...options, name, kind: withBounds('integer', options), secret: false, read };
}

/** `true` or `false`. */
export function flag(name: string, options: Options<boolean>): Setting<boolean> {
  const read = (value: string) => {
    if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
    return value === 'true';
  };
  return { ...options, name, kind: 'true or false', secret: false, read };
}

/** One of some words. */
export function oneOf(name: string, words: readonly string[], options: Options<string>): Setting<string> {
  const kind = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  const read = (value: string) => {
    if (!words.includes(value)) throw new Error(`must be ${kind}`);
    return value;
  };
  return { ...options, name, kind, secret: false, read };
}

/** A span of time such as `250ms`, `30s`, `15m`, `24h`, `30d`; its value is in milliseconds. */
export function duration(name: string, options: Options<number> & Bounds): Setting<number> {
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const read = (value: string) => {
    const match = /^(\d+)(ms|s|m|h|d)$/.exec(value);
    if (!match) throw new Error('must be a span of time such as 250ms, 30s, 15m, 24h or 30d');
    return readNumber(String(Number(match[1]) * units[match[2]!]!), options);
  };
  return { ...options, name, kind: 'duration', secret: false, read };
}

/** An absolute URL of one of the given schemes, without a slash at its end. `secret` where it may carry a password. */
export function url(
  name: string,
  options: Options<string> & { schemes?: string[]; secret?: boolean },
): Setting<string> {
  const schemes = options.schemes ?? ['http', 'https'];
  const read = (value: string) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)))
      throw new Error(`must be a URL (${schemes.join(', ')})`);
    return value.replace(/\/+$/, '');
  };
  return { ...options, name, kind: 'URL', secret: options.secret ?? false, read };
}

/** Texts separated by commas; blanks around them are dropped, empty ones too. */
export function list(name: string, options: Options<string[]> & { secret?: boolean }): Setting<string[]> {
  const read = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return { ...options, name, kind: 'list', secret: options.secret ?? false, read };
}

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** Networks separated by commas: an IP address, one with a prefix length (CIDR, RFC 4632), or `loopback`, `linklocal`, `uniquelocal`. */
export function networks(name: string, options: Options<string[]>): Setting<string[]> {
  const items = list(name, options);
  const read = (value: string) => {
    const found = items.read(value);
    if (!found.every((item) => NETWORK_NAMES.includes(item) || isNetwork(item)))
      throw new Error(`must be IP addresses, networks such as 10.0.0.0/8, ${NETWORK_NAMES.join(', ')}`);
    return found;
  };
  return { ...items, kind: 'networks', read };
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function readNumber(value: string, { min = -Infinity, max = Infinity }: Bounds): number {
  const result = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(result)) throw new Error('must be a number');
  if (result < min) throw new Error(`must be at least ${min}`);
  if (result > max) throw new Error(`must be at most ${max}`);
  return result;
}

function withBounds(kind: string, { min, max }: Bounds): string {
  if (min === undefined && max === undefined) return kind;
  return `${kind}, ${min ?? '−∞'} to ${max ?? '∞'}`;
}
