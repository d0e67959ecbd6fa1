import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { questionnaire, questionnaireCompletion, questionnaireSheet } from '#src/server/questionnaire/tables.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { copyDemoPack } from '../factories/demo-pack.ts';

const NOW = new Date('2026-05-10T03:00:00Z');
const WASTES = 'questionnaires/lean-wastes.yaml';
const SPC = 'questionnaires/spc-variation.yaml';
const COURSE = 'courses/05-lean-5s.yaml';

let folder: string;
let id: string;
let original: Map<string, string>;

beforeAll(async () => {
  ({ folder } = await copyDemoPack('huaxin'));
  const names = [WASTES, SPC, COURSE];
  original = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
  id = (await importPack(folder, { password: null, now: NOW })).enterpriseId;
});

/** Imports with changed files, which are restored afterwards. */
async function withChanges<T>(changes: Record<string, (text: string) => string>, act: () => Promise<T>): Promise<T> {
  for (const [name, change] of Object.entries(changes)) {
    const changed = change(original.get(name)!);
    expect(changed, name).not.toBe(original.get(name));
    await writeFile(join(folder, name), changed);
  }
  try {
    return await act();
  } finally {
    for (const [name, text] of original) await writeFile(join(folder, name), text);
  }
}
const again = () => importPack(folder, { password: null, now: NOW });
const stored = (code: string) =>
  withTenant(id, async (db) => (await db.select().from(questionnaire).where(eq(questionnaire.code, code)))[0]!);

describe('questionnaires of a content pack', () => {
  it('are imported with their answers, once', async () => {
    const { id: wastes, resourceId, anonymous } = await stored('lean-wastes');
    const { id: spc } = await stored('spc-variation');
    expect(anonymous).toBe(true);
    await withTenant(id, async (db) => {
      const of = (table: typeof questionnaireSheet | typeof questionnaireCompletion, which: string) =>
        db.$count(table, eq(table.questionnaireId, which));
      expect([await of(questionnaireSheet, wastes), await of(questionnaireCompletion, wastes)]).toEqual([8, 8]);
      expect([await of(questionnaireSheet, spc), await of(questionnaireCompletion, spc)]).toEqual([0, 6]);
      const [resource] = await db.select().from(courseResource).where(eq(courseResource.id, resourceId));
      expect(resource).toMatchObject({ contentType: 5, activity: 'questionnaire' });
      expect(await db.$count(resourceProgress, eq(resourceProgress.resourceId, resourceId))).toBe(8);
    });
    expect(await again()).toMatchObject({ created: 0, updated: 0, unpublished: 0 });
  });

  it('may be reworded and extended; a removed question is kept for its results', async () => {
    const change = (text: string) =>
      text
        .replace('你主要在哪里工作？', '你主要在哪个车间工作？')
        .replace(/ {6}- code: confidence[\s\S]*?toLabel: 一定会\n/, '')
        .replace(/ {2}- code: reasons[\s\S]*?(?= {2}- code: idea)/, '')
        .replace(/respondents:[\s\S]*/, '');
    await withChanges({ [WASTES]: change }, again);
    const { pages } = await stored('lean-wastes');
    const questions = pages.flatMap((page) => page.questions);
    expect(questions.find(({ code }) => code === 'area')).toMatchObject({
      title: '你主要在哪个车间工作？',
      retired: false,
    });
    for (const code of ['confidence', 'obstacle'])
      expect(questions.find((each) => each.code === code)).toMatchObject({ retired: true });
    await again();
    expect((await stored('lean-wastes')).pages.flatMap((page) => page.questions).some(({ retired }) => retired)).toBe(
      false,
    );
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'another kind',
      WASTES,
      (text) =>
        text
          .replace(/ {6}- code: first-change\n {8}kind: text/, '      - code: first-change\n        kind: scale')
          .replace(/ {8}long: true\n {8}maxLength: 500\nrespondents[\s\S]*/, ''),
      /lean-wastes.yaml:\d+ change of the kind of question "first-change"/,
    ],
    [
      'fewer options',
      WASTES,
      (text) => text.replace(/ +- \{ code: overproduction.*\n/, ''),
      /removal of "overproduction" from the options of question "wastes"/,
    ],
    [
      'another scale',
      SPC,
      (text) => text.replace('from: 0\n', 'from: 1\n'),
      /spc-variation.yaml:\d+ change of the scale of question "stability"/,
    ],
    [
      'named becomes anonymous',
      SPC,
      (text) => text.replace('anonymous: false', 'anonymous: true').replace(/answers:[\s\S]*/, ''),
      /spc-variation.yaml:4 "anonymous" is changed although there are answers/,
    ],
  ])('cannot change the meaning of answers: %s', async (_what, file, change, message) => {
    const before = await stored('lean-wastes');
    const error = await withChanges({ [file]: change }, () =>
      again().then(
        () => null,
        (refused: unknown) => refused,
      ),
    );
    expect(error).toBeInstanceOf(PackError);
    expect((error as PackError).message).toMatch(message);
    expect(await stored('lean-wastes')).toEqual(before);
  });

  it('are replaced by one with a new code, and stay for their results', async () => {
    await withChanges(
      {
        [WASTES]: (text) => text.replace('code: lean-wastes', 'code: lean-wastes-2').replace(/respondents:[\s\S]*/, ''),
        [COURSE]: (text) => text.replace('lean-wastes', 'lean-wastes-2'),
      },
      again,
    );
    const [old, next] = [await stored('lean-wastes'), await stored('lean-wastes-2')];
    expect([old.published, next.published, next.resourceId]).toEqual([false, true, old.resourceId]);
    await again();
    expect((await stored('lean-wastes')).published).toBe(true);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a condition that looks ahead',
      WASTES,
      (text) => text.replace('question: wastes, is: [waiting]', 'question: confidence, from: 1, to: 2'),
      /lean-wastes.yaml:\d+ question "confidence" is not earlier/,
    ],
    [
      'an unknown option',
      WASTES,
      (text) => text.replace('is: [waiting]', 'is: [wating]'),
      /question "wastes" has no option "wating"/,
    ],
    [
      'a question twice',
      WASTES,
      (text) => text.replace('code: confidence', 'code: area'),
      /question "area" is declared twice/,
    ],
    [
      'a required answer that is missing',
      SPC,
      (text) => text.replace('chart: never, never-why: 仓库没有关键尺寸', 'chart: never'),
      /spc-variation.yaml:\d+ the answer to "never-why" does not fit \(required\)/,
    ],
    [
      'an anonymous answer with a name',
      WASTES,
      (text) =>
        text.replace(
          '  - values:\n      area: assembly',
          "  - phone: '13800000001'\n    values:\n      area: assembly",
        ),
      /answers of an anonymous questionnaire name nobody/,
    ],
    [
      'an unknown questionnaire',
      COURSE,
      (text) => text.replace('lean-wastes', 'lean-waste'),
      /05-lean-5s.yaml:\d+ there is no questionnaire "lean-waste" \(did you mean "lean-wastes"\?\)/,
    ],
    [
      'a questionnaire of two resources',
      COURSE,
      (text) => text.replace('lean-wastes', 'spc-variation'),
      /questionnaire "spc-variation" already belongs to another resource/,
    ],
    [
      'a questionnaire elsewhere',
      COURSE,
      (text) => text.replace('contentType: 5', 'contentType: 6'),
      /a resource with "questionnaire" has contentType 5/,
    ],
  ])('are checked: %s', async (_what, file, change, message) => {
    const { pack, mistakes } = await withChanges({ [file]: change }, () => readPack(folder));
    expect(pack).toBeNull();
    expect(mistakes.map((each) => `${each.file}:${each.line} ${each.message}`).join('\n')).toMatch(message);
  });
});
