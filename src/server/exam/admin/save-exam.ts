import { managesExams } from '#src/contract/rules/rights.ts';
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { examCertificateNeed, examMarker, examQuestion, examResit, examTarget } from '#src/server/exam/tables/rules.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { extendRunning } from '../attempt/extend-running.ts';
import { formerValues, Stored } from './former-settings.ts';
import { checkMarking } from './marking-settings.ts';
import { requireManaged, requireOwnChoices, withRewards, type Settings } from './manage.ts';
import { requireFilled } from './publish-exam.ts';
import { viewExamSettings } from './view-settings.ts';
import { toHundredths } from '../score-paper.ts';

/** A paper is sent to clients as a whole (content packs have the same limits). */
const MAX_QUESTIONS = 300;
const MAX_SHORT = 50;

/** Checks what one field alone does not show. @throws AppError 422 with an error per field */
function checkSettings(input: Settings): void {
  const { sections, questions, resits, paperKind, windowStart, windowEnd, limitSeconds } = input;
  const fixed = paperKind === 'fixed';
  const total = fixed
    ? questions.reduce((sum, { score }) => sum + toHundredths(score), 0)
    : sections.reduce((sum, { count, scoreEach }) => sum + count * toHundredths(scoreEach), 0);
  const drawn = sections.reduce((sum, { count }) => sum + count, 0);
  const short = sections.reduce((sum, { type, count }) => sum + (type === 'short' ? count : 0), 0);
  const timed = sections.reduce((sum, section) => sum + (section.limitSeconds ?? 0), 0);
  const wrong: [boolean, field: string, key: string][] = [
    [new Date(windowEnd) <= new Date(windowStart), 'windowEnd', 'field.endsBeforeStart'],
    [fixed ? questions.length === 0 : sections.length === 0, 'paperKind', 'field.emptyPaper'],
    [!fixed && (drawn > MAX_QUESTIONS || short > MAX_SHORT), 'paperKind', 'field.paperTooLong'],
    [!fixed && timed > limitSeconds, 'limitSeconds', 'field.sectionsTooLong'],
    [new Set(questions.map(({ questionId }) => questionId)).size < questions.length, 'paperKind', 'field.twice'],
    [toHundredths(input.passScore) > total, 'passScore', 'field.scoreTooHigh'],
    [toHundredths(input.certificateScore ?? 0) > total, 'certificateScore', 'field.scoreTooHigh'],
    [input.switchPolicy === 'limit' && input.switchLimit === 0, 'switchLimit', 'field.required'],
    [input.audience === 'course' && input.courseId === null, 'courseId', 'field.required'],
    [input.audience === 'departments' && input.departments.length === 0, 'departments', 'field.required'],
    ...resits.map((resit, i): [boolean, string, string] => {
      const begins = new Date(resit.windowStart);
      const before = new Date(i === 0 ? windowEnd : resits[i - 1]!.windowEnd);
      return [begins < before || new Date(resit.windowEnd) <= begins, `resits.${i}.windowStart`, 'field.resitOrder'];
    }),
  ];
  const fields = wrong.flatMap(([isWrong, field, key]) => (isWrong ? [{ field, key }] : []));
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}

/** Settings as the editor has them, which also shows what was changed in the history. */
const asShown = (settings: Awaited<ReturnType<typeof viewExamSettings>>) => Stored.parse(settings);
const AUDITED = Stored.omit({ id: true, revision: true, published: true, running: true, marksGiven: true }).keyof()
  .options;

/**
 * Creates an exam, not published, or changes one. Attempts in progress keep their paper; a later end of the window or a
 * longer time limit lengthens them, an earlier or shorter one never takes time from them. Rules of marking stay as they are
 * once answers have marks (`checkMarking`).
 * @throws AppError 404 for an exam, course, task, certificate, bank or question of another enterprise; 409 `examChanged` when
 * it has been changed since it was read; 409 when the exam is published and its banks cannot fill the new paper; 422
 */
export async function saveExam(ctx: Context, sent: Settings) {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const ofExam = and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, sent.id ?? randomUUID()));
  if (sent.id) await requireManaged(ctx, sent.id);
  const [before] = sent.id ? await db.select().from(exam).where(ofExam).for('update') : [];
  if (before && before.revision !== sent.revision) throw new AppError(409, 'examChanged');
  const settingsBefore = before && asShown(await viewExamSettings(ctx, { id: before.id }));
  const input = withRewards(ctx, sent, before);
  checkSettings(input);
  await requireOwnChoices(ctx, input);
  const { id, departments, sections, questions, resits, certificateCourses, certificateTasks, ...others } = input;
  const { markerIds, markTolerance, markStep, revision: _, ...rules } = others;
  const values = {
    ...rules,
    windowStart: new Date(rules.windowStart),
    windowEnd: new Date(rules.windowEnd),
    passScore: String(rules.passScore),
    certificateScore: rules.certificateScore === null ? null : String(rules.certificateScore),
    credits: String(rules.credits),
    points: String(rules.points),
    markTolerance: markTolerance === undefined ? undefined : String(markTolerance),
    markStep: markStep === undefined ? undefined : String(markStep),
    gmtModified: now(),
  };
  await checkMarking(db, enterpriseId, input, before);
  const [stored] = await orNotFound(() =>
    id
      ? db
          .update(exam)
          .set({ ...values, revision: sql`${exam.revision} + 1` })
          .where(ofExam)
          .returning()
      : db
          .insert(exam)
          .values({ ...values, enterpriseId, code: `portal-${randomUUID()}`, published: false })
          .returning(),
  );
  const examId = stored!.id;
  const own = { enterpriseId, examId };
  const audienceBefore = before && (await audienceOf(db, before));
  await orNotFound(async () => {
    await replace(
      db,
      own,
      examTarget,
      rulesFor(departments, (department) => ({ ...own, department })),
    );
    await replace(
      db,
      own,
      examSection,
      sections.map((section, sort) => ({ ...own, ...sectionRow(section), sort })),
    );
    await replace(
      db,
      own,
      examQuestion,
      questions.map(({ score, ...each }, sort) => ({ ...own, ...each, score: String(score), sort })),
    );
    await replace(
      db,
      own,
      examResit,
      resits.map((resit, i) => ({ ...own, ...windowOf(resit), number: i + 1 })),
    );
    if (managesExams(viewer))
      await replace(db, own, examCertificateNeed, [
        ...rulesFor(certificateCourses, (courseId) => ({ ...own, courseId })),
        ...rulesFor(certificateTasks, (taskId) => ({ ...own, taskId })),
      ]);
  });
  if (markerIds)
    await replace(
      db,
      own,
      examMarker,
      rulesFor(markerIds, (userId) => ({ ...own, userId })),
    );
  if (stored!.published) await requireFilled(db, stored!);
  if (stored!.published && audienceBefore !== (await audienceOf(db, stored!))) await sendJob(db, 'announce-exam', own);
  const saved = await viewExamSettings(ctx, { id: examId });
  const extended = saved.running > 0 ? await extendRunning(db, own, now()) : 0;
  const changes = settingsBefore && changesBetween(settingsBefore, asShown(saved), AUDITED);
  const former = settingsBefore && changes && formerValues(settingsBefore, changes);
  const detail = { examId, title: rules.title, extended, ...(changes && { changes, former }) };
  await audit(db, ctx, id ? 'exam.changed' : 'exam.created', detail, { about: [examId] });
  await announceChange(db, { enterpriseId, tags: ['exam'] });
  return { ...saved, extended };
}

const rulesFor = <T, R>(items: T[], row: (item: T) => R): R[] => [...new Set(items)].map(row);

const sectionRow = ({ scoreEach, ...section }: Settings['sections'][number]) => ({
  ...section,
  topic: section.topic || null,
  tag: section.tag || null,
  scoreEach: String(scoreEach),
});

const windowOf = ({ windowStart, windowEnd, attempts }: Settings['resits'][number]) => ({
  ...{ windowStart: new Date(windowStart), windowEnd: new Date(windowEnd), attempts },
});

/** Returns who can take an exam, as text to compare: when it changes, those who are new are told. */
async function audienceOf(db: TenantDb, { enterpriseId, id, audience, courseId }: typeof exam.$inferSelect) {
  const targets = await db
    .select({ department: examTarget.department })
    .from(examTarget)
    .where(and(eq(examTarget.enterpriseId, enterpriseId), eq(examTarget.examId, id)))
    .orderBy(examTarget.department);
  return JSON.stringify([audience, courseId, targets]);
}

type Child = PgTable & { enterpriseId: PgColumn; examId: PgColumn };

/** Replaces the rows of an exam in a table. */
async function replace<T extends Child>(
  db: TenantDb,
  { enterpriseId, examId }: { enterpriseId: string; examId: string },
  table: T,
  rows: T['$inferInsert'][],
): Promise<void> {
  await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.examId, examId)));
  if (rows.length > 0) await db.insert(table).values(rows);
}

/** A foreign key that is violated means an id of another enterprise, or an invented one. */
async function orNotFound<R>(write: () => PromiseLike<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === '23503') throw notFound();
    throw error;
  }
}
