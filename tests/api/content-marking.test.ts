import { and, asc, eq, ne } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { importPack } from '#src/server/content/import-pack.ts';
import { PackError } from '#src/server/pack/pack-refused.ts';
import { readPack } from '#src/server/content/read-pack.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { isCurrentVersion } from '#src/server/question/write-questions.ts';
import { copyDemoPack, editPack } from '../factories/demo-pack.ts';

/* How short answers are marked, from a pack: criteria and named markers (decision 060). */

const EXAM = 'exams/incident-analysis-exam.yaml';
const BANK = 'banks/incident-bank.yaml';

const markersOf = async (enterpriseId: string) => {
  const rows = await withTenant(enterpriseId, (db) =>
    db
      .select({ userId: examMarker.userId })
      .from(examMarker)
      .innerJoin(exam, and(eq(exam.enterpriseId, examMarker.enterpriseId), eq(exam.id, examMarker.examId)))
      .where(and(eq(examMarker.enterpriseId, enterpriseId), eq(exam.code, 'incident-analysis-exam'))),
  );
  const people = await withPortal((db) =>
    db.select({ id: userAccount.id, phone: userAccount.phone }).from(userAccount),
  );
  const phones = new Map(people.map(({ id, phone }) => [id, phone]));
  return rows.map(({ userId }) => phones.get(userId)!.slice(-5)).sort();
};
/** Criteria of the current versions, by code of the question. */
const criteriaOf = (enterpriseId: string) =>
  withTenant(enterpriseId, async (db) => {
    const rows = await db
      .select({ code: question.code, criteria: questionVersion.criteria })
      .from(question)
      .innerJoin(questionVersion, isCurrentVersion)
      .where(and(eq(question.enterpriseId, enterpriseId), ne(questionVersion.criteria, [])))
      .orderBy(asc(question.code));
    return Object.fromEntries(rows.map(({ code, criteria }) => [code, criteria]));
  });

it('imports criteria and named markers, again without a change, and then with one', async () => {
  const { folder, phones } = await copyDemoPack('huaxin');
  const { pack } = await readPack(folder);
  const given = pack!.banks
    .flatMap(({ questions }) => questions)
    .flatMap((each) => (each.type === 'short' && each.criteria ? [[each.code, each.criteria] as const] : []));
  expect(given.length).toBeGreaterThan(0);
  const name = (...ends: string[]) => `markerGroup: named\nnamedMarkers: [${ends.map((end) => phones + end).join()}]\n`;
  await editPack(folder, EXAM, (text) => `${text.trimEnd()}\n${name('00002', '00004')}`);
  const { enterpriseId } = await importPack(folder, {});
  expect(await markersOf(enterpriseId)).toEqual(['00002', '00004']);
  expect(await criteriaOf(enterpriseId)).toEqual(Object.fromEntries(given));

  expect(await importPack(folder, {})).toMatchObject({ created: 0, updated: 0 });
  expect(await markersOf(enterpriseId)).toEqual(['00002', '00004']);

  await editPack(folder, EXAM, (text) => text.replace(name('00002', '00004'), name('00004')));
  await editPack(folder, BANK, (text) => text.replace('直接原因：未泄压、未上锁, points: 6', '直接原因, points: 7'));
  await importPack(folder, {});
  expect(await markersOf(enterpriseId)).toEqual(['00004']);
  const changed = Object.values(await criteriaOf(enterpriseId)).flat();
  expect(changed).toContainEqual({ text: '直接原因', points: 7 });
  expect(changed.map(({ text }) => text)).not.toContain('直接原因：未泄压、未上锁');
}, 180_000);

it('refuses a named marker who may not mark, by file and line', async () => {
  const { folder, phones } = await copyDemoPack('huaxin');
  const lines = ['markerGroup: named', 'namedMarkers:', `  - ${phones}00002`, `  - ${phones}00001`];
  let before = 0;
  await editPack(folder, EXAM, (text) => {
    before = text.trimEnd().split('\n').length;
    return `${text.trimEnd()}\n${lines.join('\n')}\n`;
  });
  const { mistakes } = await readPack(folder);
  expect(mistakes).toEqual([
    {
      file: EXAM,
      line: before + 4,
      message: `"${phones}00001" is neither a lecturer nor an administrator, so cannot mark`,
    },
  ]);
  await expect(importPack(folder, {})).rejects.toThrow(PackError);
});
