/** Chromium, as Debian has it: installed when it isn't there; where that can't be done the error says what to install. */
import { existsSync } from 'node:fs';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { ensureInstalled } from '../../../tools/servers/packages.ts';

const CHROMIUM = '/usr/bin/chromium';
const requirement = { title: 'Chromium', packages: ['chromium'], isMet: () => existsSync(CHROMIUM) };

export async function openBrowser(): Promise<Browser> {
  await ensureInstalled([requirement], (line) => process.stderr.write(`${line}\n`));
  // Its own sandbox doesn't work for root, as whom CI runs; it sees pages of ours alone.
  return launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface Visit {
  page: Page;
  /** Addresses that the page asked for anything. */
  requested: string[];
  /** What the browser had to complain about: forbidden by the page's policy, missing, wrong. */
  complaints: string[];
}

/** A page as a reader of this language sees it. */
export async function visit(
  browser: Browser,
  { language = 'en', scripts = false, width = 1_280, scheme = 'light' } = {},
): Promise<Visit> {
  const page = await (await browser.createBrowserContext()).newPage();
  const [requested, complaints]: string[][] = [[], []];
  page.on('request', (request) => requested!.push(request.url()));
  page.on('console', (message) => complaints!.push(message.text()));
  await page.setJavaScriptEnabled(scripts);
  await page.setExtraHTTPHeaders({ 'accept-language': language });
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  return { page, requested: requested!, complaints: complaints! };
}
