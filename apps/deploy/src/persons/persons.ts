import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ErasedThing, PersonalData, type StoredThing } from '#auth';
import { isEmail, isMd5Hex, isSha512Hex, lowerCase, md5Hex } from '#identity';
import { PersonsRepository } from './persons.repository.js';

/** Persons as contacts of all accounts. A contact that is erased is gone; the same address can be added again. */
@Injectable()
export class PersonsAsContacts extends PersonalData {
  constructor(
    private readonly dataSource: DataSource,
    private readonly persons: PersonsRepository,
  ) {
    super();
  }

  async find(address: string): Promise<StoredThing[]> {
    const { emailMd5, email } = await this.read(address);
    if (emailMd5 === undefined) return [];
    const [contacts, deliveries, mentions] = await Promise.all([
      this.persons.contacts(emailMd5),
      this.persons.deliveries(emailMd5),
      email === undefined ? [] : this.persons.mentions(email),
    ]);
    return [
      ...contacts.map((data) => ({ what: 'contact', data: { ...data } })),
      ...mentions.map((data) => ({ what: 'attribute of another contact', data })),
      ...deliveries.map((data) => ({ what: 'webhook delivery', data })),
    ];
  }

  /** Step by step, each committed by itself: the looks through everything take long, and no mutation of a contact may wait for them. What fails on the way is done by the next try. */
  async erase(address: string): Promise<ErasedThing[]> {
    const { emailMd5, email } = await this.read(address);
    if (emailMd5 === undefined) return [];
    const tx = this.dataSource.manager;
    const erased = [
      {
        what: 'contact',
        count: await this.dataSource.transaction((contacts) => this.persons.eraseContacts(contacts, emailMd5)),
      },
      {
        what: 'attribute of another contact',
        count: email === undefined ? 0 : await this.persons.eraseMentions(tx, email),
      },
      { what: 'waiting event', count: await this.persons.eraseEvents(tx, emailMd5) },
      // Last, because they are made of events.
      { what: 'webhook delivery', count: await this.persons.eraseDeliveries(tx, emailMd5) },
    ];
    return erased.filter(({ count }) => count > 0);
  }

  private async read(address: string): Promise<{ emailMd5?: string | undefined; email?: string }> {
    const text = address.trim();
    if (isMd5Hex(text)) return { emailMd5: text.toLowerCase() };
    if (isSha512Hex(text)) return { emailMd5: await this.persons.md5Of(text) };
    if (!isEmail(text)) return {};
    const email = lowerCase(text);
    return { email, emailMd5: md5Hex(email) };
  }
}
