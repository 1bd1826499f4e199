import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Delete, Get, HttpCode, Module, Param, Post, Query, UseGuards } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsIn, IsObject, IsString } from 'class-validator';
import { context } from '#observability';
import { doorConfig } from '#testing';
import {
  authenticationFailed,
  Consumes,
  createApp,
  EachItem,
  isUuid,
  LooseRequest,
  Md5Param,
  Nested,
  Optional,
  problemDetails,
  QueryFlag,
  QueryInteger,
} from './index.js';

class RangeDto {
  @IsString() from: string;
}
class ThingDto {
  @IsString() name: string;
  @Optional() @IsString() note?: string;
  @Optional() @IsObject() attributes?: Record<string, unknown>;
  @Optional() @EachItem((item) => (isUuid(item) ? undefined : 'must be a UUID')) ids?: string[];
  @Optional() @Nested(() => RangeDto) range?: RangeDto;
}
class PageDto {
  @Optional() @QueryInteger({ min: 10, max: 200 }) pageSize = 200;
  @Optional() @QueryFlag() enabled?: boolean;
  @Optional() @IsIn(['name', '-name']) sort = 'name';
}
class LettersOnly {
  canActivate(context: { switchToHttp(): { getRequest(): { headers: Record<string, string> } } }): boolean {
    if (!context.switchToHttp().getRequest().headers.authorization) throw authenticationFailed();
    return true;
  }
}
@Controller('things')
class ThingsController {
  @Post() @UseGuards(LettersOnly) create(@Body() body: ThingDto) {
    return body;
  }
  @Get() list(@Query() query: PageDto) {
    return query;
  }
  @Post('asked') @HttpCode(200) asked(@Body() body: ThingDto) {
    return { ...body, note: context.get().requestId };
  }
  @Get('broken') broken() {
    throw new Error('SELECT secret');
  }
  @Get('away') away() {
    throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  }
  @Get('loose') @LooseRequest() loose(@Query() query: Record<string, string>) {
    return { ...query };
  }
  @Get(':md5') get(@Param('md5', Md5Param) md5: string) {
    return { md5 };
  }
  @Post(':md5/merge') @Consumes('application/json', 'application/merge-patch+json') merge(@Body() body: ThingDto) {
    return body;
  }
  @Delete(':md5') @HttpCode(204) remove() {}
}
@Module({ controllers: [ThingsController] })
class ThingsModule {}

/** All that the server answers until it ends the connection. */
async function sendRaw(server: Server, text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await createApp({
    name: 'things',
    module: ThingsModule,
    errorFormat: problemDetails('https://docs.example', 'deploy'),
    config: { ...doorConfig, bodyLimitBytes: 2_000 },
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());

const MD5 = 'D41D8CD98F00B204E9800998ECF8427E';
const headers = { 'content-type': 'application/json', authorization: 'x' };
const inject = async (method: string, url: string, payload?: string | Buffer, headers: Record<string, string> = {}) => {
  const response = await app.inject({ method: method as 'GET', url, payload, headers });
  return {
    ...response,
    status: response.statusCode,
    headers: response.headers,
    json: response.body ? JSON.parse(response.body) : undefined,
  };
};
const post = (body: unknown, sent: Record<string, string> = headers) =>
  inject('POST', '/things', typeof body === 'string' ? body : JSON.stringify(body), sent);

describe('metrics', () => {
  it('count requests by the template of their route, and never hold a path', async () => {
    await inject('GET', `/things/${MD5}`);
    await app.inject({ method: 'GET', url: '/nowhere/jane@shop.example?token=hd_tok_secret' });
    const { statusCode, headers, body } = await app.inject({ method: 'GET', url: '/metrics' });
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    const count = 'heed_http_request_duration_seconds_count{service="things",method="GET"';
    expect(body).toContain(`${count},route="/things/:md5",status="200"} 1`);
    expect(body).toContain(`${count},route="unknown",status="404"} 1`);
    expect(body).not.toMatch(/jane|hd_tok|D41D8/i);
  });
});

describe('failures', () => {
  it('knows everywhere which request it is about, also behind a body', async () => {
    const { json } = await inject('POST', '/things/asked', '{"name":"x"}', { ...headers, 'x-request-id': 'abc' });
    expect(json).toEqual({ name: 'x', note: 'abc' });
  });

  it('have the envelope, and the request id', async () => {
    const { status, headers, json } = await inject('GET', '/nowhere?x=1', undefined, { 'x-request-id': 'abc' });
    expect(status).toBe(404);
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'x-request-id': 'abc' });
    expect(json).toEqual({
      type: 'https://docs.example/deploy/error-codes#not_found_error',
      status: 404,
      title: 'Not found',
      detail: 'There is nothing at this address.',
      code: 'not_found_error',
      instance: '/nowhere?x=1',
    });
  });

  it.each(['PUT', 'QUERY', 'PROPFIND', 'OPTIONS'])('of a wrong method (%s) name the right ones', async (method) => {
    const { status, headers, json } = await inject(method, `/things/${MD5}`, '{}', { 'content-type': 'text/plain' });
    expect([status, headers.allow, json.code]).toEqual([405, 'DELETE, GET, HEAD', 'invalid_request_error']);
  });

  it.each(['/things/%ZZ', '/things/%E0%A4%A'])('of an address that can not be decoded (%s) are 400', async (url) => {
    const { status, headers, json } = await inject('GET', url, undefined, { 'x-request-id': 'abc' });
    expect([status, json.code, headers['x-request-id']]).toEqual([400, 'invalid_request_error', 'abc']);
  });

  it('of requests that Node can not read are like the others', async () => {
    const answer = async (...head: string[]) => {
      const text = await sendRaw(server, `${[...head, 'Host: x', 'X-Request-Id: abc'].join('\r\n')}\r\n\r\n`);
      const [top = '', body = ''] = text.split('\r\n\r\n');
      expect(top).toContain('\r\nx-request-id: abc\r\n');
      expect(top).toContain('\r\ncontent-type: application/problem+json\r\n');
      expect(top.slice(0, 12)).toBe(`HTTP/1.1 ${JSON.parse(body).status}`);
      return { allow: /allow: (.*)/.exec(top)?.[1], ...JSON.parse(body) };
    };
    const server = app.getHttpServer();
    await app.listen(0, '127.0.0.1');
    expect(await answer('FOO /things HTTP/1.1')).toMatchObject({
      status: 405,
      allow: 'GET, HEAD, POST',
      code: 'invalid_request_error',
      instance: '/things',
    });
    expect(await answer('FOO /nowhere HTTP/1.1')).toMatchObject({ status: 404, code: 'not_found_error' });
    expect(await answer('POST /things HTTP/1.1', 'Content-Length: x')).toMatchObject({
      status: 400,
      code: 'invalid_request_error',
      instance: '/things',
    });
    expect(await answer('GET /things HTTP/1.1', `X-A: ${'a'.repeat(20_000)}`)).toMatchObject({ status: 431 });
    expect(await answer('CONNECT /things HTTP/1.1')).toMatchObject({ status: 405, allow: 'GET, HEAD, POST' });
    expect(await answer('CONNECT things:443 HTTP/1.1')).toMatchObject({ status: 404 });
  });

  it('want a Host as HTTP/1.1 does, and nothing of an expectation', async () => {
    const server = app.getHttpServer();
    const answer = (...head: string[]) => sendRaw(server, `${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    const refused = await answer('GET /things HTTP/1.1');
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).toContain('"code":"invalid_request_error"');
    expect(await answer('GET /things HTTP/1.0')).toMatch(/^HTTP\/1.1 200 /);
    expect(await answer('GET /things HTTP/1.1', 'Host: x', 'Expect: much')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('that nobody foresaw say nothing of the inside', async () => {
    const { status, json } = await inject('GET', '/things/broken');
    expect([status, json.code]).toEqual([500, 'api_error']);
    expect(JSON.stringify(json)).not.toContain('SELECT');
  });

  it('of a server that is away are 503 with Retry-After', async () => {
    const { status, headers, json } = await inject('GET', '/things/away');
    expect([status, headers['retry-after'], json.code]).toEqual([503, '1', 'api_error']);
  });

  it('of long path parameters are the check of the parameter, not a 404', async () => {
    const { status, json } = await inject('GET', `/things/${'a'.repeat(5_000)}`);
    expect([status, json.errors[0].parameter]).toEqual([400, 'md5']);
  });
});

describe('the order of checks', () => {
  it('is route, credentials, type, size, form', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'broken' },
      { 'content-type': 'application/json' },
    ]) {
      expect((await post('x'.repeat(3_000), headers as Record<string, string>)).status).toBe(401);
    }
    expect((await post('x'.repeat(3_000))).status).toBe(413);
    expect((await post('{}', { ...headers, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { ...headers, 'content-type': 'broken' })).status).toBe(415);
    expect((await post('{}', { authorization: 'x' })).status).toBe(415);
    expect((await post('{}', { ...headers, 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await post('{}', { ...headers, 'content-type': 'application/json; charset=latin1' })).status).toBe(415);
    expect((await post('x'.repeat(3_000), { ...headers, 'content-type': 'text/plain' })).status).toBe(415);
    expect((await inject('POST', '/things?x=1', '{', { ...headers, 'content-type': 'x' })).status).toBe(415);
    expect((await post('{')).status).toBe(400);
    expect((await post('')).status).toBe(400);
  });
});

describe('a body', () => {
  const faults = async (body: unknown) => {
    const { status, json } = await post(body);
    return [status, ...(json.errors ?? []).map((error: { pointer: string }) => error.pointer)];
  };

  it('is taken as it is', async () => {
    const body = { name: 'ä', attributes: { constructor: 1, toString: null }, ids: [], range: { from: 'x' } };
    const { status, json } = await post(body, { ...headers, 'content-type': 'application/json; charset=UTF-8' });
    expect([status, json]).toEqual([201, body]);
  });

  it('is refused by pointer', async () => {
    expect(await faults({ name: 'x', note: null })).toEqual([400, '/note']);
    expect(await faults({ name: 1, extra: 1, 'a/b~c': 1 })).toEqual([400, '/extra', '/a~1b~0c', '/name']);
    expect(await faults({ name: 'x', constructor: 1 })).toEqual([400, '/constructor']);
    expect(await faults('{"name":"x","__proto__":{"note":1}}')).toEqual([400, '/__proto__']);
    expect(await faults({ name: 'x', ids: [MD5, 'e0c5a8c4-3a5e-4c9f-8b1d-2f6a7b8c9d0e', 1] })).toEqual([
      400,
      '/ids/0',
      '/ids/2',
    ]);
    expect(await faults({ name: 'x', range: { to: 1 } })).toEqual([400, '/range/to', '/range/from']);
    expect(await faults({ name: 'x', range: [] })).toEqual([400, '/range']);
    for (const body of ['[]', 'null', '1', '"x"']) expect(await faults(body)).toEqual([400, '']);
  });

  it('with text that can not be stored is refused by pointer', async () => {
    expect(await faults('{"name":"a\\u0000"}')).toEqual([400, '/name']);
    expect(await faults('{"name":"a","attributes":{"x":["\\ud800"]}}')).toEqual([400, '/attributes/x/0']);
    expect(await faults('{"name":"a","attributes":{"\\u0000":1}}')).toEqual([400, '/attributes']);
    expect(await faults(Buffer.from([0x22, 0xff, 0x22]).toString('latin1'))).toEqual([400, '']);
    expect((await inject('POST', '/things', Buffer.from('{"name":"\xff"}', 'latin1'), headers)).status).toBe(400);
  });

  it('may be nested as deep as it is long', async () => {
    expect(await faults(`{"name":"\\n","attributes":{"x":${'['.repeat(900)}${']'.repeat(900)}}}`)).toEqual([201]);
  });

  it('may have the other media type where the route says so', async () => {
    const merge = (type: string) => inject('POST', `/things/${MD5}/merge`, '{"name":"x"}', { 'content-type': type });
    expect((await merge('application/merge-patch+json')).status).toBe(201);
    expect((await merge('application/xml')).status).toBe(415);
  });

  it('where none is wanted may be empty of any type', async () => {
    expect((await inject('DELETE', `/things/${MD5}`, undefined, { 'content-type': 'text/plain' })).status).toBe(204);
    expect((await inject('DELETE', `/things/${MD5}`, '{}', headers)).status).toBe(204);
    expect((await inject('DELETE', `/things/${MD5}`, '{"x":1}', headers)).status).toBe(400);
  });
});

describe('a query', () => {
  const faults = async (query: string) => {
    const { status, json } = await inject('GET', `/things?${query}`);
    return [status, ...(json.errors ?? []).map((error: { parameter: string }) => error.parameter)];
  };

  it('is converted', async () => {
    expect((await inject('GET', '/things?pageSize=10&enabled=false')).json).toEqual({
      pageSize: 10,
      enabled: false,
      sort: 'name',
    });
  });

  it('is refused by parameter', async () => {
    for (const size of ['9', '201', '1e2', '+10', ' 10', '10.0', '', '0x10'])
      expect(await faults(`pageSize=${size}`)).toEqual([400, 'pageSize']);
    expect(await faults('enabled=1&sort=x&foo=1')).toEqual([400, 'enabled', 'foo', 'sort']);
    expect(await faults('sort=name&sort=name')).toEqual([400, 'sort']);
    expect(await faults('sort=%ff')).toEqual([400, 'sort']);
    expect(await faults('constructor=1')).toEqual([400, 'constructor']);
  });

  it('is refused where none is taken', async () => {
    const { status, json } = await inject('GET', `/things/${MD5}?x=1`);
    expect([status, json.errors[0].parameter]).toEqual([400, 'x']);
  });

  it('of a loose route is never refused; the last of a repeated one counts', async () => {
    expect((await inject('GET', '/things/loose?a=1&a=2&b=%ff&c=x+y')).json).toEqual({ a: '2', c: 'x y' });
  });
});

describe('health', () => {
  it('is live and ready when nothing is down', async () => {
    expect((await inject('GET', '/health/live')).status).toBe(200);
    expect((await inject('GET', '/health/ready')).json).toEqual({ status: 'up', parts: {} });
  });
});
