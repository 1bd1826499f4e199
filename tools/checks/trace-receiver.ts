/** A small collector of traces for tests: takes OTLP/JSON by POST, tells by GET what came. Lives as long as the test run. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @returns its address */
export async function receiveTraces(): Promise<string> {
  const spans: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'POST') spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString())));
    response.setHeader('content-type', 'application/json');
    response.end(request.method === 'POST' ? '{}' : JSON.stringify(spans));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }[];
    }[];
  }[];
}

function spansOf({ resourceSpans }: Export): unknown[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    );
  });
}
