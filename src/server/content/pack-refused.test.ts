import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mistakeLines, PackError, warningLines } from '#src/server/pack/pack-refused.ts';
import { readPack } from '#src/server/content/read-pack.ts';

const DEMO = fileURLToPath(new URL('../../demo/packs/huaxin', import.meta.url));

describe('mistakeLines', () => {
  it('prints a mistake that is repeated in a file once, with the other lines', () => {
    const wrong = (line: number, value: string) => ({
      ...{ file: 'people.csv', line, message: `"phone" should be a phone, but is "${value}"` },
      group: '"phone" should be a phone',
    });
    expect(mistakeLines([wrong(3, 'a'), { file: 'site.yaml', line: 3, message: 'is empty' }])).toEqual([
      'people.csv:3 "phone" should be a phone, but is "a"',
      'site.yaml:3 is empty',
    ]);
    expect(mistakeLines([3, 8, 8, 3].map((line) => wrong(line, String(line))))).toEqual([
      'people.csv:3 "phone" should be a phone, but is "3" (also in line 8)',
    ]);
    expect(mistakeLines([3, 8, 12].map((line) => wrong(line, String(line))))).toEqual([
      'people.csv:3 "phone" should be a phone, but is "3" (also in lines 8 and 12)',
    ]);
    expect(mistakeLines(Array.from({ length: 44 }, (_, n) => wrong(n + 3, 'x')))).toEqual([
      'people.csv:3 "phone" should be a phone, but is "x" (also in lines 4, 5, 6 and 40 more)',
    ]);
  });

  it('prints at most 40 mistakes and the number of the others, also of warnings and of a refused import', () => {
    const many = Array.from({ length: 21_000 }, (_, n) => ({ file: 'a.yaml', line: n + 1, message: `mistake ${n}` }));
    expect(mistakeLines(many)).toHaveLength(41);
    expect(mistakeLines(many).at(-1)).toBe('… and 20960 more mistakes');
    expect(warningLines(many)[0]).toBe('a.yaml:1 warning: mistake 0');
    expect(new PackError('pack', many).message.split('\n')).toHaveLength(42);
  });
});

describe('a pack with many mistakes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhixing-refused-'));
    await cp(DEMO, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const change = async (file: string, edit: (text: string) => string) => {
    const path = join(folder, file);
    await writeFile(path, edit(await readFile(path, 'utf8')));
  };
  const lines = async () => mistakeLines((await readPack(folder)).mistakes);

  it('has one message for a wrong column', async () => {
    await change('people.csv', (text) => text.replace('phone,', 'phon,'));
    expect(await lines()).toEqual(['people.csv:1 unknown column "phon" (did you mean "phone"?)']);
  });

  it('has one message for a person who is named in many places of a file, and for a wrong value of every row', async () => {
    await change('people.csv', (text) =>
      text.replaceAll(',1,false,', ',1,perhaps,').replace('13800000005', '13700000005'),
    );
    const found = await lines();
    expect(found.length).toBeLessThan(12);
    expect(found).toContainEqual(
      expect.stringMatching(
        /^people\.csv:2 "isAdmin" should be true or false, but is "perhaps" \(also in lines \d+, \d+, \d+ and \d+ more\)$/,
      ),
    );
    expect(found).toContainEqual(
      expect.stringMatching(/^community\.yaml:\d+ there is no person "13800000005".* more\)$/),
    );
  });
});
