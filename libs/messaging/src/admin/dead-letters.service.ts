import { Injectable } from '@nestjs/common';
import { notFound } from '#http';
import type { DeadLetter } from '../dead-letter.js';
import { DeadLetters } from '../dead-letters.js';

/** Dead letters as admins are told of them. */
@Injectable()
export class DeadLettersService {
  constructor(private readonly letters: DeadLetters) {}

  async queues(): Promise<{ data: { queue: string; count: number }[] }> {
    return { data: await this.letters.queues() };
  }

  async list(queue: string, limit?: number): Promise<{ data: DeadLetter[] }> {
    this.check(queue);
    return { data: await this.letters.list(queue, limit) };
  }

  async show(queue: string, id: string): Promise<DeadLetter> {
    this.check(queue);
    const letter = await this.letters.show(queue, id);
    if (!letter) throw notFound('There is no such dead letter.');
    return letter;
  }

  async redrive(queue: string, ids?: string[]): Promise<{ count: number }> {
    this.check(queue);
    return { count: await this.letters.redrive(queue, ids) };
  }

  private check(queue: string): void {
    if (!this.letters.knows(queue)) throw notFound('The service has no such queue.');
  }
}
