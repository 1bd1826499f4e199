/**
 * For tests: lists, those who change them at the same time, and mailers who fetch files of them meanwhile. A file has to hold, with those before it, who was in the list all the while it was made, and
 * nobody who wasn't in it at any time of that.
 */
import { md5Hex, sha512Hex } from '#identity';
import { eventually } from '#testing';
import { engineOn } from '../../imports/engine/test-engine.js';
import { Erasure } from '../../opt-outs/index.js';
import { Fact, History } from './history.js';
import type { Mailer } from './mailer.js';
import { newListId, type SuppressionRig } from './suppression-rig.js';

export const PEOPLE = 40;

/** Those that hold opt-outs: three that may be in the group, and one that is kept by SHA-512. */
export type Standard = 'own' | 'one' | 'two' | 'vault';
/** What may join the group; `inner` is a group of `two`. */
export type Member = 'one' | 'two' | 'inner';
export type Whole = 'group' | 'vault';

export class Scene {
  readonly history = new History();
  private readonly ids = new Map<string, string>();
  private readonly people = Array.from({ length: PEOPLE }, (_, n) => `p${n}@${newListId()}.example`);
  private readonly personOf = new Map(
    this.people.flatMap((who) => [who, md5Hex(who), sha512Hex(who)].map((line) => [line, who] as const)),
  );
  private readonly listed: { list: Standard; who: string; fact: Fact }[] = [];
  private readonly parts: { whole: Whole; list: Standard; fact: Fact }[] = [];
  private readonly erased = new Map<string, Fact>();
  private readonly members = new Map<Member, Fact>();
  private readonly fetching = new Set<Promise<void>>();
  private global: { name: string; facts: Fact[] } = { name: 'none', facts: [] };

  constructor(private readonly rig: SuppressionRig) {}

  id(name: string): string {
    if (!this.ids.has(name)) this.ids.set(name, newListId());
    return this.ids.get(name)!;
  }

  async begin(): Promise<void> {
    const standard = (name: Standard) => ({ name: this.id(name), id: this.id(name), ...kindOf(name) });
    const lists = [
      ...(['own', 'one', 'two', 'vault'] as const).map(standard),
      this.grouped('inner', ['two']),
      this.grouped('group', ['own']),
    ];
    const come = [this.partOf('group', 'own'), this.partOf('vault', 'vault')];
    await this.history.change('begin', { come }, () => this.rig.apply({ lists, globalList: {} }));
  }

  async collect(into: Standard, numbers: number[]): Promise<void> {
    const { who, come } = this.listing(into, numbers);
    await this.history.change(`collect ${numbers} into ${into}`, { come }, () =>
      this.rig.database.transaction((tx) => this.rig.collect(this.id(into), who, kindOf(into).storage, tx)),
    );
  }

  /** One who imports files, removes imports of his own, and folds. */
  importer() {
    const engine = engineOn(this.rig.database, this.rig.storage);
    engine.folding.runsATier = 1;
    const done: { what: string; id: string; facts: Fact[] }[] = [];
    return {
      import: (into: Standard, numbers: number[]) => {
        const { who, come } = this.listing(into, numbers);
        const what = `import of ${numbers} into ${into}`;
        return this.history.change(what, { come }, async () => {
          const { id } = await engine.run({ listId: this.id(into), ...kindOf(into) }, `${who.join('\n')}\n`);
          // One that found its list in use is taken to its end by the importer who used it.
          await eventually(async () => (await engine.imports.status(id))?.status === 'success');
          done.push({ what, id, facts: come });
        });
      },
      remove: async (which: number) => {
        const [removed] = done.splice(which, 1);
        if (!removed) return;
        await this.history.change(`removal of ${removed.what}`, { go: removed.facts }, () =>
          this.rig.database.transaction((tx) => engine.imports.remove(tx, removed.id)),
        );
      },
      fold: () => this.history.change('fold', {}, () => engine.listFolding.round(0)),
    };
  }

  async join(member: Member): Promise<void> {
    if (this.members.has(member)) return;
    const fact = this.partOf('group', member === 'inner' ? 'two' : member);
    this.members.set(member, fact);
    await this.history.change(`${member} joins`, { come: [fact] }, () => this.applyGroup());
  }

  async leave(member: Member): Promise<void> {
    const fact = this.members.get(member);
    if (!fact) return;
    this.members.delete(member);
    await this.history.change(`${member} leaves`, { go: [fact] }, () => this.applyGroup());
  }

  async makeGlobal(name: 'none' | 'one' | 'two'): Promise<void> {
    if (name === this.global.name) return;
    const go = this.global.facts;
    const come = name === 'none' ? [] : [this.partOf('group', name), this.partOf('vault', name)];
    this.global = { name, facts: come };
    const globalList = name === 'none' ? {} : { list: this.id(name) };
    await this.history.change(`${name} is the global list`, { come, go }, () => this.rig.apply({ globalList }));
  }

  async erase(number: number): Promise<void> {
    const who = this.people[number]!;
    if (this.erased.has(who)) return;
    const fact = new Fact();
    this.erased.set(who, fact);
    await this.history.change(`erase ${number}`, { come: [fact] }, () =>
      new Erasure(this.rig.database).erase([md5Hex(who), sha512Hex(who)]),
    );
  }

  /** @throws with all that happened, if the file lacks somebody, or holds somebody it shouldn't */
  async fetch(name: string, whole: Whole, mailer: Mailer): Promise<void> {
    const fetching = this.fetchNow(name, whole, mailer);
    this.fetching.add(fetching);
    await fetching.finally(() => this.fetching.delete(fetching));
  }

  /** Until one of the files is there that are being fetched. */
  async rest(): Promise<void> {
    if (this.fetching.size > 0) await Promise.race(this.fetching).catch(() => undefined);
  }

  private async fetchNow(name: string, whole: Whole, mailer: Mailer): Promise<void> {
    const { began, end } = this.history.begin(`${name} fetches`);
    let { answer, lines } = await mailer.ask();
    if (answer.errorCode === 'plain_not_allowed') ({ answer, lines } = await mailer.ask('md5'));
    const ended = end(`: ${answer.errorCode ?? `${lines.length}, up to ${answer.watermark}`}`);
    const faults = [...this.faultsOf(lines, whole, began, ended)];
    // Who is known by the hash alone can't be put into a file of another hash.
    const isRefused = answer.errorCode !== undefined && answer.errorCode !== 'empty_list';
    if (isRefused && ![...this.erased.values()].some((fact) => fact.wasPossible(began, ended)))
      faults.push(`refused: ${answer.errorCode}`);
    const has = new Set([...mailer.has].map((line) => this.personOf.get(line)));
    if (!isRefused)
      for (const who of this.who(whole, (fact) => fact.wasSure(began, ended)))
        if (!has.has(who)) faults.push(`lacks ${this.people.indexOf(who)}`);
    if (faults.length > 0) throw new Error(`${name}, ${began}-${ended}: ${faults.join(', ')}\n${this.history}`);
  }

  private *faultsOf(lines: string[], whole: Whole, began: number, ended: number): Generator<string> {
    const possible = this.who(whole, (fact) => fact.wasPossible(began, ended));
    for (const [at, line] of lines.entries()) {
      const who = this.personOf.get(line) ?? '';
      if (!possible.has(who)) yield `holds ${this.people.indexOf(who)}`;
      if (line === who && this.erased.get(who)?.wasSure(began, ended)) yield `names ${this.people.indexOf(who)}`;
      if (at > 0 && Buffer.compare(Buffer.from(lines[at - 1]!), Buffer.from(line)) >= 0) yield `unsorted at ${at}`;
    }
  }

  private who(whole: Whole, isSo: (fact: Fact) => boolean): Set<string> {
    const lists = new Set(this.parts.filter((part) => part.whole === whole && isSo(part.fact)).map(({ list }) => list));
    return new Set(this.listed.filter(({ list, fact }) => lists.has(list) && isSo(fact)).map(({ who }) => who));
  }

  private listing(list: Standard, numbers: number[]): { who: string[]; come: Fact[] } {
    const added = numbers.map((number) => ({ list, who: this.people[number]!, fact: new Fact() }));
    this.listed.push(...added);
    return { who: added.map(({ who }) => who), come: added.map(({ fact }) => fact) };
  }

  private partOf(whole: Whole, list: Standard): Fact {
    const fact = new Fact();
    this.parts.push({ whole, list, fact });
    return fact;
  }

  private grouped(name: string, members: string[]) {
    return {
      name: this.id(name),
      id: this.id(name),
      kind: 'grouped',
      members: members.map((member) => this.id(member)),
    };
  }

  private applyGroup(): Promise<void> {
    return this.rig.apply({ lists: [this.grouped('group', ['own', ...this.members.keys()])] });
  }
}

function kindOf(list: Standard) {
  return { channel: 'email', storage: list === 'vault' ? 'sha512' : 'plain' } as const;
}
