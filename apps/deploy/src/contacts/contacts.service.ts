import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { contactDisabled } from '#contracts';
import type { Tx } from '#database';
import { lowerCase, md5Hex } from '#identity';
import { Outbox } from '#messaging';
import { attributeFormFaults } from '../contact-schema/attribute-form.js';
import type { Attributes } from '../contact-schema/attribute-type.js';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import { ContactSchemas, type SchemaRef } from '../contact-schema/contact-schemas.js';
import { OperationLock } from '../operations/operation-lock.js';
import { distinctIds } from '../subscriptions/brand-ids.decorator.js';
import type { ReadContact } from './contact.response.js';
import { ContactCreation } from './contact-creation.js';
import { contactNotFound, invalidAttributes } from './contacts.errors.js';
import { ContactsRepository } from './contacts.repository.js';
import type { CreateContactDto } from './create-contact.dto.js';
import { mergePatch } from './merge-patch.js';
import type { PatchContactDto } from './patch-contact.dto.js';

@Injectable()
export class ContactsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly contacts: ContactsRepository,
    private readonly schemas: ContactSchemas,
    private readonly creation: ContactCreation,
    private readonly lock: OperationLock,
    private readonly outbox: Outbox,
  ) {}

  async create(accountId: string, body: CreateContactDto): Promise<ReadContact> {
    const { email, attributes, publishBrandSubscribeEvents: publish } = body;
    checkForm(attributes, { removable: false });
    const emailMd5 = md5Hex(lowerCase(email));
    return this.creation.create({
      accountId,
      emailMd5,
      email,
      attributes,
      brandIds: distinctIds(body.brandIds),
      publish,
    });
  }

  async get(account: SchemaRef, emailMd5: string): Promise<ReadContact> {
    const contact = await this.contacts.find({ accountId: account.accountId, emailMd5 });
    if (!contact) throw contactNotFound(emailMd5);
    return { emailMd5, contact, schema: await this.schemas.at(account) };
  }

  async patch(accountId: string, emailMd5: string, { attributes: patch }: PatchContactDto): Promise<ReadContact> {
    checkForm(patch, { removable: true });
    return this.dataSource.transaction(async (tx) => {
      const schema = await this.schemas.at(await this.lock.enterMutation(tx, accountId), tx);
      checkAgainst(schema, patch);
      const contact = await this.contacts.lock(tx, { accountId, emailMd5 });
      if (!contact) throw contactNotFound(emailMd5);
      const attributes = mergePatch(contact.attributes, patch) as Attributes;
      if (Object.keys(patch).length > 0) await this.contacts.setAttributes(tx, { accountId, emailMd5 }, attributes);
      return { emailMd5, schema, contact: { ...contact, attributes } };
    });
  }

  /** Does nothing to a contact that is disabled already. */
  async disable(accountId: string, emailMd5: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await this.lock.enterMutation(tx, accountId);
      const disabled = await this.contacts.disable(tx, { accountId, emailMd5 });
      if (!disabled) {
        await this.emailOf(tx, accountId, emailMd5);
        return;
      }
      const { email, at } = disabled;
      const data = { accountId, emailMd5, email, disabledAt: at.toISOString() };
      await this.outbox.add(tx, contactDisabled, { subject: emailMd5, data });
    });
  }

  /** @throws {Problem} 404 if there is no such contact */
  async emailOf(tx: Tx, accountId: string, emailMd5: string): Promise<string> {
    const email = await this.contacts.emailOf(tx, { accountId, emailMd5 });
    if (email === undefined) throw contactNotFound(emailMd5);
    return email;
  }
}

function checkForm(attributes: object, options: { removable: boolean }): void {
  const faults = attributeFormFaults(attributes, options);
  if (faults.length > 0) throw invalidAttributes(faults);
}

function checkAgainst(schema: ContactSchema, attributes: object): void {
  const faults = schema.faults(attributes);
  if (faults.length > 0) throw invalidAttributes(faults);
}
