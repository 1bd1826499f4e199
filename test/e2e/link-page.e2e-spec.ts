/** The page of an opt-out link in a real browser: one click, in the reader's language, without scripts, without anybody else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, SerializedAXNode } from 'puppeteer-core';
import { eventually } from '#testing';
import { openBrowser, visit } from './support/browser.js';
import { listen } from './support/events.js';
import { type Installation, installation } from './support/installation.js';
import { READABILITY } from './support/readability.js';

let heed: Installation;
let browser: Browser;
let collected: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  heed = await installation();
  browser = await openBrowser();
  collected = await listen(heed.amqpUrl, 'optout-collected');
}, 300_000);
afterAll(async () => {
  await collected?.close();
  await browser?.close();
});

const text = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent);
const arrived = (value: string) =>
  eventually(() => expect(collected.events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ value })));

const LANGUAGES = [
  ['en-GB,en;q=0.9', 'en', 'Stop these messages', 'Done'],
  ['de-AT,de;q=0.8', 'de', 'Nachrichten abbestellen', 'Erledigt'],
  ['es', 'es', 'Dejar de recibir mensajes', 'Hecho'],
  ['fr-CA', 'fr', 'Ne plus recevoir ces messages', 'C’est fait'],
  ['xx', 'en', 'Stop these messages', 'Done'],
];

function nodesOf(node: SerializedAXNode | null): SerializedAXNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(nodesOf)] : [];
}

describe('the page of an opt-out link', () => {
  it.each(LANGUAGES)('takes one click, without scripts, for readers of %s', async (language, lang, title, done) => {
    const { page, requested, complaints } = await visit(browser, { language });
    const person = `reader.${lang}.${requested.length}${Date.now()}@example.org`;
    await page.goto(`${heed.linkUrl}?email=${encodeURIComponent(person)}&extRef=a%26b&utm_source=x`);
    expect(await page.$eval('html', (html) => html.getAttribute('lang'))).toBe(lang);
    expect([await page.title(), await text(page, 'h1')]).toEqual([title, title]);
    expect(await page.$eval('input', (input) => input.getAttribute('value'))).toBe(person);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    expect([await page.title(), await text(page, 'h1')]).toEqual([done, done]);
    expect(await text(page, '[role=status] strong')).toBe(person);
    expect(await page.$$('h1')).toHaveLength(1);
    await arrived(person);
    expect(collected.events.at(-1)?.data).toMatchObject({ extRef: 'a&b', campaign: 'Spring' });
    const { origin } = new URL(heed.linkUrl);
    expect(requested.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.cookies()).toEqual([]);
  });

  it('can be used by keyboard alone, and says what was wrong with an address', async () => {
    const { page } = await visit(browser);
    await page.goto(heed.linkUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.type('no address');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await text(page, '[role=alert]')).toContain('isn’t an e-mail address');
    const person = `keys.${Date.now()}@example.org`;
    await page.keyboard.press('Tab');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type(person);
    await page.keyboard.press('Tab');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Space')]);
    expect(await text(page, 'h1')).toBe('Done');
    await arrived(person);
  });

  it('is told to screen readers: a heading, a field with its name and its hint, a button', async () => {
    const { page } = await visit(browser);
    await page.goto(heed.linkUrl);
    const tree = await page.accessibility.snapshot();
    const told = nodesOf(tree).map(({ role, name }) => [role, name]);
    expect(told).toContainEqual(['main', '']);
    expect(told).toContainEqual(['heading', 'Stop these messages']);
    expect(told).toContainEqual(['textbox', 'E-mail address']);
    expect(told).toContainEqual(['button', 'Stop messages']);
    expect(await page.$eval('input', (input) => input.getAttribute('aria-describedby'))).toBe('hint');
  });

  it.each(['light', 'dark'])('can be read in the %s, on a phone too', async (scheme) => {
    const { page } = await visit(browser, { scripts: true, width: 360, scheme });
    await page.goto(heed.linkUrl);
    const found = (await page.evaluate(READABILITY)) as { contrast: number; height: number; overflow: number };
    expect(found.contrast).toBeGreaterThanOrEqual(4.5);
    expect(found.height).toBeGreaterThanOrEqual(44);
    expect(found.overflow).toBe(0);
  });

  it('opts nobody out by being looked at', async () => {
    const { page } = await visit(browser);
    const before = collected.events.length;
    await page.goto(`${heed.linkUrl}?email=only.looked@example.org`);
    await page.reload();
    const person = `after.looking.${Date.now()}@example.org`;
    await page.goto(`${heed.linkUrl}?email=${person}`);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    await arrived(person);
    expect(collected.events.slice(before).map(({ data }) => data.value)).not.toContain('only.looked@example.org');
  });
});
