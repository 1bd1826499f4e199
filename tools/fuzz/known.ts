/** Things that are there when the fuzzer begins: without them nearly every request would end at "there is no such thing". */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestSystem } from '../checks/test-system.ts';

export interface Known {
  apiKey: string;
  userToken: string;
  brandIds: string[];
  emailMd5s: string[];
  emailListIds: string[];
  smsListIds: string[];
  importReference: string;
  linkKey: string;
  accessKey: string;
  mailerToken: string;
  dcma: string;
}

interface Tree {
  accounts: { keys: { key?: string }[]; brands: { id: string }[] }[];
  lists: { name: string; channel: string; optoutListId: string }[];
  users: { lists: string[]; tokens: { token: string }[] }[];
  mailers: { tokens: { token: string }[]; access: { key: string }[] }[];
  links: { url: string }[];
}

export async function makeKnown({ system, provisioned }: TestSystem): Promise<Known> {
  const { accounts, lists, users, mailers, links } = provisioned as unknown as Tree;
  const apiKey = accounts[0]!.keys[0]!.key!;
  const { lists: granted, tokens } = users[0]!;
  const userToken = tokens[0]!.token;
  const [accessKey, mailerToken] = [mailers[0]!.access[0]!.key, mailers[0]!.tokens[0]!.token];
  const idsOf = (channel: string) =>
    lists
      .filter((list) => list.channel === channel && granted.includes(list.name))
      .map(({ optoutListId }) => optoutListId);
  const optoutListId = idsOf('email')[0]!;

  const email = 'known@fuzz.example';
  await post(`${system.baseUrl}/deploy/v1/contacts`, apiKey, { email });
  await post(`${system.collectUrl}/client-optout/collect`, userToken, { optoutListId, email });
  const { importReference } = await post<{ importReference: string }>(
    `${system.baseUrl}/optout-list/prepare-upload`,
    userToken,
    { optoutListId, fileContentLength: 1 },
  );
  const link = await preparedLink(`${system.mailerUrl}/accesskey/download/${accessKey}?token=${mailerToken}`);
  return {
    apiKey,
    userToken,
    brandIds: accounts[0]!.brands.map(({ id }) => id),
    emailMd5s: [createHash('md5').update(email).digest('hex')],
    emailListIds: idsOf('email'),
    smsListIds: idsOf('sms'),
    importReference,
    linkKey: links[0]!.url.split('/').at(-1)!,
    accessKey,
    mailerToken,
    dcma: new URL(link).searchParams.get('dcma')!,
  };
}

async function post<T>(url: string, token: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The list has somebody in it once the event of the collected opt-out has arrived. */
async function preparedLink(url: string): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = (await (await fetch(url)).json()) as { download_link?: string };
    if (answer.download_link) return answer.download_link;
    await pause(500);
  }
  throw new Error('The mailer got no file within 30 seconds');
}
