import { applyDecorators, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { HandBack } from './hand-back.filter.js';
import type { Subscription } from './subscription.js';

/** Registers a method with Nest under the pattern; it is called with two values, the payload first. */
export const eventHandler =
  (
    pattern: string,
    subscription: Omit<Subscription, 'handler'>,
  ): ((target: object, key: string | symbol, descriptor: PropertyDescriptor) => void) =>
  (target, key, descriptor) => {
    const handler = `${target.constructor.name}.${String(key)}`;
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    applyDecorators(
      EventPattern<string>(pattern, { ...subscription, handler }) as MethodDecorator,
      UseFilters(HandBack),
    )(target, key, descriptor);
  };
