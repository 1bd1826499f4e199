/**
 * What collect is measured beside, on the same framework: `/noop` answers and does nothing else; `/save` is the usual controller, which checks its body by class-validator and saves an
 * entity by TypeORM. Run as `node rivals.ts <port> <database>`. Decorators are applied by hand: Node strips types, it doesn't transform.
 */
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsEmail, IsHexadecimal } from 'class-validator';
import { DataSource, EntitySchema } from 'typeorm';

const [port, url] = process.argv.slice(2);

interface Saved {
  id?: string;
  optoutListId: string;
  email: string;
  collectedAt: Date;
}

const savedEntity = new EntitySchema<Saved>({
  name: 'saved',
  columns: {
    id: { type: 'bigint', primary: true, generated: true },
    optoutListId: { type: 'text' },
    email: { type: 'text' },
    collectedAt: { type: 'timestamptz' },
  },
});
const database = await new DataSource({
  type: 'postgres',
  url: url!,
  entities: [savedEntity],
  synchronize: true,
  poolSize: 10,
}).initialize();
const repository = database.getRepository(savedEntity);

class SaveBody {
  optoutListId: string;
  email: string;
}
IsHexadecimal()(SaveBody.prototype, 'optoutListId');
IsEmail()(SaveBody.prototype, 'email');

class Rivals {
  noop() {
    return { status: 'accepted' };
  }

  async save(body: SaveBody) {
    await repository.save({ ...body, collectedAt: new Date() });
    return { status: 'accepted' };
  }
}
route('noop', [Object]);
route('save', [SaveBody]);
Controller()(Rivals);

function route(name: 'noop' | 'save', types: unknown[]): void {
  const descriptor = Object.getOwnPropertyDescriptor(Rivals.prototype, name)!;
  Reflect.defineMetadata('design:paramtypes', types, Rivals.prototype, name);
  Body()(Rivals.prototype, name, 0);
  Post(name)(Rivals.prototype, name, descriptor);
  HttpCode(202)(Rivals.prototype, name, descriptor);
}

class RivalsModule {}
Module({ controllers: [Rivals] })(RivalsModule);

const app = await NestFactory.create<NestFastifyApplication>(RivalsModule, new FastifyAdapter(), { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
await app.listen(Number(port), '127.0.0.1');
