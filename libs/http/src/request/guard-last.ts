import type { CanActivate } from '@nestjs/common';
import { GUARDS_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Puts the guard after all other guards of every route; to be called before the application is initialised. An interceptor would stand there by itself, but its observables and async
 * resources take a small request more time than all of our checks.
 */
export function guardLast(app: NestFastifyApplication, guard: CanActivate): void {
  const scanner = new MetadataScanner();
  for (const { metatype } of app.get(DiscoveryService).getControllers()) {
    const prototype = metatype?.prototype;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const handler = prototype[name];
      const guards: unknown[] = Reflect.getMetadata(GUARDS_METADATA, handler) ?? [];
      if (Reflect.hasMetadata(PATH_METADATA, handler) && !guards.includes(guard))
        Reflect.defineMetadata(GUARDS_METADATA, [...guards, guard], handler);
    }
  }
}
