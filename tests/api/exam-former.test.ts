import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Data, Input } from '#src/contract/calls.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { examSettings } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The values of settings of an exam from before a change of its history (docs/decisions/126). */

const SAVE = 'POST /exam/auth/exam/admin/save';
const VIEW = 'GET /exam/auth/exam/admin/view';
const FORMER = 'GET /exam/auth/exam/admin/former';
type Settings = Data<typeof VIEW>;

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** An exam with a drawn paper, chosen questions, a resit and departments. */
async function stored(more: Partial<Input<typeof SAVE>> = {}) {
  const exam = await mintExam(tenant);
  const given = examSettings({ world: { exam, mark: 'Former' } });
  const after = (days: number) => new Date(Date.parse(given.windowEnd) + days * 86_400_000).toISOString();
  const questions = exam.ids.single.slice(0, 2).map((questionId, n) => ({ questionId, section: 'A', score: 10 + n }));
  const { id } = await ok(admin, SAVE, {
    ...{
      ...given,
      questions,
      intro: 'Long '.repeat(60),
      departments: ['Sales', 'Works/Hall'],
      audience: 'departments',
    },
    resits: [{ windowStart: after(1), windowEnd: after(2), attempts: 2 }],
    ...more,
  });
  return { first: await ok(admin, VIEW, { id }), questionIds: questions.map(({ questionId }) => questionId) };
}
const entryOf = async ({ id }: Settings, reader = admin) =>
  (await ok(reader, 'POST /data/auth/history/page', { kind: 'exam', id })).list[0]!;

describe('former settings', () => {
  it('are lists and long texts, too: saved again, the exam is as it was before the change', async () => {
    const { first } = await stored();
    const changed = await ok(admin, SAVE, {
      ...{ ...first, title: 'Other', passScore: 5, intro: null, audience: 'everyone', departments: [], resits: [] },
      ...{ paperKind: 'fixed', questions: first.questions.slice(0, 1) },
      sections: first.sections.map((section) => ({ ...section, title: 'Part', count: 2 })),
    });
    const entry = await entryOf(first);
    const kept = entry.changes.filter(({ isKept }) => isKept).map(({ name }) => name);
    expect(kept.sort()).toEqual(['departments', 'intro', 'questions', 'resits', 'sections']);
    const { values, lostQuestions } = await ok(admin, FORMER, { id: first.id, entryId: entry.id });
    expect(lostQuestions).toBe(0);
    expect(Object.keys(values).sort()).toEqual(entry.changes.map(({ name }) => name).sort());
    // Nothing is changed by that.
    expect(await ok(admin, VIEW, { id: first.id })).toMatchObject({ title: 'Other', revision: changed.revision });
    await ok(admin, SAVE, { ...changed, ...values, revision: changed.revision } as Input<typeof SAVE>);
    const { revision: _, ...again } = await ok(admin, VIEW, { id: first.id });
    const { revision: __, ...before } = first;
    expect(again).toEqual(before);
  });

  it('lack deleted questions, and names of markers, of which the log keeps nothing', async () => {
    const marker = await mintPerson(tenant, { userType: 2 });
    const named = { markerGroup: 'named' as const, markerIds: [marker.userId] };
    const { first, questionIds } = await stored(named);
    const without = { ...first, questions: [], markerIds: [], markerGroup: 'lecturers' as const };
    await ok(admin, SAVE, without);
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update question set published = false, deleted_at = now() where id = ${questionIds[0]!}`),
    );
    const { id: entryId, changes } = await entryOf(first);
    expect(changes).toContainEqual({ name: 'markerIds' });
    const { values, lostQuestions } = await ok(admin, FORMER, { id: first.id, entryId });
    expect(lostQuestions).toBe(1);
    expect(values).toEqual({ markerGroup: 'named', questions: [first.questions[1]] });
  });

  it('of an entry without them are those that the change shows', async () => {
    const { first } = await stored();
    await ok(admin, SAVE, { ...first, passScore: 7, resits: [] });
    const entry = await entryOf(first);
    // As it was stored before the log kept lists.
    await withTenant(tenant.id, (db) =>
      db.execute(sql`
        with made as (
          insert into audit_log (enterprise_id, user_id, action, detail)
          select l.enterprise_id, l.user_id, l.action, l.detail - 'former' from audit_log l where l.id = ${entry.id} returning enterprise_id, id
        ) insert into audit_subject (enterprise_id, audit_id, subject_id) select enterprise_id, id, ${first.id} from made`),
    );
    const { id: entryId, changes } = await entryOf(first);
    expect(entryId).not.toBe(entry.id);
    expect(changes).toContainEqual({ name: 'resits' });
    expect((await ok(admin, FORMER, { id: first.id, entryId })).values).toEqual({ passScore: first.passScore });
  });

  it('are read by those who manage the exam, of its own changes of settings', async () => {
    const teacher = await mintPerson(tenant, { userType: 2 });
    const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
    const { first } = await stored({ courseId });
    const { first: other } = await stored();
    await ok(admin, SAVE, { ...first, passScore: 5 });
    const { id: entryId } = await entryOf(first);
    expect((await ok(teacher, FORMER, { id: first.id, entryId })).values).toEqual({ passScore: first.passScore });
    const created = (await ok(admin, 'POST /data/auth/history/page', { kind: 'exam', id: first.id })).list[1]!;
    const elsewhere = await mintPerson(await mintTenant(), { isAdmin: true });
    const stranger = await mintPerson(tenant, { userType: 2 });
    for (const [reader, input] of [
      [admin, { id: other.id, entryId }],
      [admin, { id: first.id, entryId: created.id }],
      [stranger, { id: first.id, entryId }],
      [elsewhere, { id: first.id, entryId }],
    ] as const)
      expect((await call(reader, FORMER, input)).code).toBe(404);
  });
});
