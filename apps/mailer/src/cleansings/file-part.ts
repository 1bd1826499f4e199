import { once } from 'node:events';
import { finished, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { invalidFile } from '../preparations/preparations.errors.js';
import { fileTooLarge, uploadStalled } from './cleansings.errors.js';
import type { MailingSettings } from './mailing-settings.js';

const ONE_FILE = 'Send multipart/form-data (RFC 7578) with one part, "file", without base64 or the like.';
/** Content-Transfer-Encodings that leave the bytes alone. Of a list in another one nobody would be found. */
const AS_IT_IS = new Set(['7bit', '8bit', 'binary']);
const MOST_HEADER_BYTES = 8_192;

/** A body that is being received. */
export interface IncomingBody {
  contentType: string | undefined;
  stream: Readable;
}

/**
 * The bytes of the part `file` of a form, as they come in; they end well only where the form does, with nothing else in it. The body itself is left to whoever answers: it isn't ended here, whatever was wrong.
 * @throws invalid_file, request_too_large
 */
export async function* filePart(body: IncomingBody, settings: MailingSettings): AsyncGenerator<Buffer> {
  const form = readForm(body);
  try {
    const part = await within(form.file, settings.stallSeconds);
    if (!part) throw invalidFile(ONE_FILE);
    let size = 0;
    for await (const chunk of patiently(part, settings.stallSeconds)) {
      size += chunk.length;
      if (size > settings.limitBytes) throw fileTooLarge(settings.limitBytes);
      yield chunk;
    }
    await within(form.end, settings.stallSeconds);
    if (form.isMore()) throw invalidFile(ONE_FILE);
    if (size === 0) throw invalidFile('The file is empty.');
  } finally {
    form.close();
  }
}

/** The first part if it is named `file` and not encoded, the end of the form, and whether there was more in it. */
function readForm({ contentType, stream }: IncomingBody) {
  const parser = parserOf(contentType);
  let more = false;
  let first: Readable | undefined;
  const cut = () => parser.emit('error', new Error('the body was cut off'));
  const file = new Promise<Readable | undefined>((resolve) => {
    parser.once('file', (name, part, _fileName, encoding) => {
      part.on('error', () => undefined);
      if (name === 'file' && AS_IT_IS.has(encoding.trim())) {
        first = part;
        resolve(part);
        return;
      }
      part.resume();
      resolve(undefined);
    });
    // A part without a name makes no other event.
    parser.once('partsLimit', () => {
      more = true;
      resolve(undefined);
    });
    parser.once('finish', () => resolve(undefined));
    parser.once('error', () => resolve(undefined));
  });
  const end = once(parser, 'finish').then(
    () => undefined,
    () => {
      throw invalidFile(`${ONE_FILE} What came was cut off, or is no form.`);
    },
  );
  end.catch((error) => first?.destroy(error));
  // Later errors of a form that nobody reads any more.
  parser.on('error', () => undefined);
  // Told also of a body that broke off before it was looked at.
  const unwatch = finished(stream, { writable: false }, (error) => error && cut());
  stream.pipe(parser);
  const close = () => {
    unwatch();
    stream.on('error', () => undefined).unpipe(parser);
  };
  return { file, end, isMore: () => more, close };
}

function parserOf(contentType: string | undefined) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType ?? '' },
      isPartAFile: () => true,
      limits: { parts: 1, headerPairs: 20, headerSize: MOST_HEADER_BYTES },
    });
  } catch {
    throw invalidFile(ONE_FILE);
  }
}

/** Chunks of a part, each of which has to come within the given time. */
async function* patiently(part: Readable, seconds: number): AsyncGenerator<Buffer> {
  const chunks = part[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { done, value } = await within(chunks.next(), seconds);
    if (done) return;
    yield value;
  }
}

async function within<T>(promise: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(uploadStalled()), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
