import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Get, Module, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { doorConfig } from '#testing';
import { clientAddress, createApp, problemDetails } from '../index.js';

@Controller()
class WhoController {
  @Get('who') who(@Req() request: FastifyRequest) {
    return { ip: clientAddress(request) };
  }
}
@Module({ controllers: [WhoController] })
class WhoModule {}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await createApp({
    name: 'who',
    module: WhoModule,
    errorFormat: problemDetails('http://docs.example', 'deploy'),
    config: { ...doorConfig, trustedProxies: ['10.0.0.0/8', '192.0.2.7', 'uniquelocal', '2001:db8:1::/48'] },
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(() => app.close());

it.each([
  ['a proxy in a trusted network is believed', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['a trusted proxy is believed', '192.0.2.7', '203.0.113.9', '203.0.113.9'],
  ['its neighbour is not', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
  ['a proxy at the edge of a network is believed', '10.255.255.255', '203.0.113.9', '203.0.113.9'],
  ['the one beyond it is not', '11.0.0.0', '203.0.113.9', '11.0.0.0'],
  ['the loopback is not, unless it is named', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['an IPv6 proxy is believed', '2001:db8:1::5', '2001:db8:9::1', '2001:db8:9::1'],
  ['a named network is believed', 'fd00::1', '203.0.113.9', '203.0.113.9'],
  ['of a chain of trusted ones each is believed', '10.0.0.1', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
  ['an IPv4 address is written as one', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['what is no address is not believed', '10.0.0.1', '203.0.113.9:5678', '10.0.0.1'],
  ["nor is what isn't there", '10.0.0.1', 'unknown', '10.0.0.1'],
  ['what stands before one that is not trusted is made up', '10.0.0.1', '6.6.6.6, 198.51.100.4', '198.51.100.4'],
])('%s', async (_, remoteAddress, forwarded, ip) => {
  const answer = await app.inject({ url: '/who', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  expect(answer.json()).toEqual({ ip });
});
