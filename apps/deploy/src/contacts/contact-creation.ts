/**
 * Makes contacts. What comes in for one account while others of it are being written is written together, in one transaction: most of what a creation costs is the
 * transaction around it. Each request still has its own outcome, and has it after the commit.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '#database';
import type { Problem } from '#http';
import { unknownBrands } from '../brands/brands.errors.js';
import { BrandsService } from '../brands/brands.service.js';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import { ContactSchemas } from '../contact-schema/contact-schemas.js';
import { gatheredBy } from '../database/gathered.js';
import { OperationLock } from '../operations/operation-lock.js';
import { BrandSubscriptions } from '../subscriptions/brand-subscriptions.js';
import type { ReadContact } from './contact.response.js';
import { contactExists, invalidAttributes } from './contacts.errors.js';
import { ContactsRepository } from './contacts.repository.js';
import type { NewContact } from './new-contact.js';

type Outcome = { made: ReadContact } | { problem: Problem };

@Injectable()
export class ContactCreation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly contacts: ContactsRepository,
    private readonly schemas: ContactSchemas,
    private readonly brands: BrandsService,
    private readonly brandSubscriptions: BrandSubscriptions,
    private readonly lock: OperationLock,
  ) {}

  async create(contact: NewContact): Promise<ReadContact> {
    const outcome = await this.gather(contact);
    if ('problem' in outcome) throw outcome.problem;
    return outcome.made;
  }

  private readonly gather = gatheredBy(
    ({ accountId }: NewContact) => accountId,
    (contacts) => this.dataSource.transaction((tx) => this.createAll(tx, contacts)),
  );

  /** @param all of one account. @returns their outcomes in the same order */
  private async createAll(tx: Tx, all: NewContact[]): Promise<Outcome[]> {
    const { accountId } = all[0]!;
    const schema = await this.schemas.at(await this.lock.enterMutation(tx, accountId), tx);
    const brands = await this.brands.findNamed(tx, accountId, [...new Set(all.flatMap(({ brandIds }) => brandIds))]);
    const problems = new Map<NewContact, Problem>();
    for (const contact of all) {
      const problem = problemOf(contact, schema, brands);
      if (problem) problems.set(contact, problem);
    }
    const wanted = firstOfEach(all.filter((contact) => !problems.has(contact)));
    const times = await this.contacts.insert(tx, accountId, [...wanted.values()]);
    const made = [...wanted.values()].filter(({ emailMd5 }) => times.has(emailMd5));
    await this.brandSubscriptions.add(
      tx,
      made.flatMap((contact) =>
        contact.brandIds.map((id) => ({ subscriber: contact, brand: brands.get(id)!, publish: contact.publish })),
      ),
      'contact-created',
    );
    const isNew = new Set(made);
    return all.map((contact) => {
      const { emailMd5, email, attributes, brandIds } = contact;
      if (!isNew.has(contact)) return { problem: problems.get(contact) ?? contactExists(emailMd5) };
      const createdAt = times.get(emailMd5)!;
      return { made: { emailMd5, schema, contact: { email, attributes, brandIds, enabled: true, createdAt } } };
    });
  }
}

function problemOf(
  { attributes, brandIds }: NewContact,
  schema: ContactSchema,
  brands: ReadonlyMap<string, unknown>,
): Problem | undefined {
  const faults = schema.faults(attributes);
  if (faults.length > 0) return invalidAttributes(faults);
  const missing = brandIds.filter((id) => !brands.has(id));
  return missing.length > 0 ? unknownBrands(missing) : undefined;
}

function firstOfEach(contacts: NewContact[]): Map<string, NewContact> {
  const first = new Map<string, NewContact>();
  for (const contact of contacts) if (!first.has(contact.emailMd5)) first.set(contact.emailMd5, contact);
  return first;
}
