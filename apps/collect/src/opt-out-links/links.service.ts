import { Injectable } from '@nestjs/common';
import type { ListRow } from '../directory/directory.js';
import { DirectoryService } from '../directory/directory.service.js';
import { Intake } from '../intake/intake.js';
import { optOutIdentity } from '../intake/opt-out-identity.js';
import type { LinkForm } from './link-form.js';
import type { LinkPage } from './link-page.js';
import type { LinkQuery } from './link-query.js';
import { linkGone, unknownLink } from './links.errors.js';
import { type Link, LinksRepository } from './links.repository.js';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;

/** Opting out by a link. The door stays open: a disabled list still takes it. Looking at a link changes nothing, because mail scanners look at all of them. */
@Injectable()
export class LinksService {
  constructor(
    private readonly links: LinksRepository,
    private readonly directory: DirectoryService,
    private readonly intake: Intake,
  ) {}

  /** The page that asks for the address. @throws {Problem} */
  async show(key: string, query: LinkQuery): Promise<LinkPage> {
    const { list } = await this.open(key);
    const [address = ''] = best(list, query[list.channel]);
    return { show: 'form', channel: list.channel, address, extRef: query.extRef, notUsable: false };
  }

  /** Takes the opt-out; the page that asks again where there is no usable address. @throws {Problem} */
  async optOut(key: string, query: LinkQuery, form: LinkForm, ip: string): Promise<LinkPage> {
    const { link, list } = await this.open(key);
    const entered = form[list.channel];
    // A mail program's request has the address in the link; a form's field counts even when it was emptied.
    const readings = form.oneClick || entered === undefined ? query[list.channel] : [entered];
    const [address = '', identity] = best(list, readings);
    if (!identity) return { show: 'form', channel: list.channel, address, extRef: query.extRef, notUsable: true };
    const { name: _, key: linkKey, ...origin } = link;
    await this.intake.take({ ...origin, linkKey, ...identity, ip, ...(query.extRef && { extRef: query.extRef }) });
    return { show: 'done', address: address.trim() };
  }

  private async open(key: string): Promise<{ link: Link; list: ListRow }> {
    const link = KEY.test(key) ? await this.links.find(key) : undefined;
    const list = link && (await this.directory.list(link.optoutListId));
    if (!link || list?.kind !== 'standard') throw unknownLink();
    if (list.deleted) throw linkGone();
    return { link, list };
  }
}

/** The first reading that is an address of the list's channel, or else the first. */
function best(list: ListRow, readings: string[]) {
  const usable = readings.map((text) => [text, optOutIdentity(list, text)] as const);
  return usable.find(([, identity]) => identity) ?? usable[0] ?? [];
}
