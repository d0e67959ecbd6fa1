import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

/* docs/security.md: every item of the list has a status, and every test that it refers to exists. */

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
type Item = { id: string; status: string; proof: string };
const items: Item[] = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id = '']) => /^\d+\.\d+\.\d+$/.test(id))
  .map(([, id, , status, proof]) => ({ id: id!, status: status!, proof: proof! }));

/** Level 1 and 2 of ASVS 5.0: number of items of each section. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '10.1': 2,
  '10.2': 2,
  '10.5': 5,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};

const read = new Map<string, string>();
function contentOf(file: string): string {
  if (!read.has(file)) read.set(file, existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '');
  return read.get(file)!;
}

/** Returns what is wrong with a proof: `file › describe › test`, or `docs/x.md › Heading`; null if it is valid. */
function problem(proof: string): string | null {
  const [file = '', ...names] = proof.split(' › ');
  const content = contentOf(file);
  if (!content) return `${proof}: there is no such file`;
  if (names.length === 0) return `${proof}: names no test`;
  if (file.endsWith('.md')) return content.includes(`\n## ${names[0]}\n`) ? null : `${proof}: there is no such section`;
  // Names must occur in the order of their nesting.
  let at = 0;
  for (const name of names) {
    const found = ["'", '"', '`']
      .map((quote) => content.indexOf(quote + name + quote, at))
      .filter((index) => index >= 0);
    if (found.length === 0) return `${proof}: there is no "${name}"`;
    at = Math.min(...found);
  }
  return null;
}
const proofsIn = (cell: string) =>
  [...cell.matchAll(/`((?:src|tests|docs)\/[^`]+ › [^`]+)`/g)].map((match) => match[1]!);

describe('the list of docs/security.md', () => {
  it('contains every item of its chapters once, in order', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, n) => `${section}.${n + 1}`),
    );
    expect(items.map(({ id }) => id)).toEqual(wanted);
  });

  it('has a status for each item', () => {
    expect(items.filter(({ status }) => !['met', 'not met', 'not applicable'].includes(status))).toEqual([]);
  });

  it('refers to existing tests for each item that is met', () => {
    const proofs = items.flatMap(({ proof }) => proofsIn(proof));
    expect(proofs.length).toBeGreaterThan(80);
    expect([...new Set(proofs)].map(problem).filter(Boolean)).toEqual([]);
    expect(items.filter(({ status, proof }) => status === 'met' && proofsIn(proof).length === 0)).toEqual([]);
  });

  it('gives a reason for each item that is not met or not applicable', () => {
    const reason = ({ proof }: Item) => proof.replace(/`[^`]*`/g, '').trim();
    expect(items.filter((item) => item.status !== 'met' && reason(item).length < 15)).toEqual([]);
  });

  it('detects missing proofs', () => {
    expect(problem('tests/repo/nothing.test.ts › x')).toMatch(/no such file/);
    expect(problem('tests/repo/security-list.test.ts › ' + 'a test nobody wrote'.toUpperCase())).toMatch(/there is no/);
    expect(problem('docs/security.md › Nonsense')).toMatch(/no such section/);
  });
});

it('docs/security.md explains every action of the audit log', () => {
  const code = sources('src/server', /\.ts$/)
    .map((source) => source.text)
    .join('\n');
  const written = new Set(
    [
      ...code.matchAll(/\baudit(?:Alone|Each)?\([^;']*'([a-z]\w*(?:\.\w+)*)'/gi),
      ...code.matchAll(/\bauditMember\([^;]*?'(\w+\.\w+)'/g),
      ...code.matchAll(/\b(?:action|ACTION)\b(?::| =) '(\w+(?:\.\w+)*)'/g),
    ].map((match) => match[1]!),
  );
  const section = text.slice(text.indexOf('| Action '), text.indexOf('## Verification list'));
  const told = new Set(
    section
      .split('\n')
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map((match) => match[1]!)),
  );
  expect(written.size).toBeGreaterThan(15);
  expect([...told].sort()).toEqual([...written].sort());
});
