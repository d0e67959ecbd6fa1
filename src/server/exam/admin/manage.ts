import { restorableSince } from '#src/contract/rules/editing.ts';
import { managesExams } from '#src/contract/rules/rights.ts';
import { sql, type SQL } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { isEditable } from '#src/server/question/bank/access.ts';
import { teaches } from '../marker-of.ts';
import { type ExamRules, readExam } from './read-exam.ts';
import type { OperationInput } from '#src/contract/calls.ts';

type Who = Pick<Context, 'db' | 'tenant' | 'viewer'>;

/**
 * SQL condition on exam `e`: administrators manage every exam, lecturers those of the courses that they teach
 * (decision 069). Deleted ones have to be restored first.
 */
export const isManaged = (who: Pick<Who, 'viewer'>): SQL => sql`(e.deleted_at is null and ${isOwn(who)})`;

/** As `isManaged`, for exams that are deleted and can be restored. */
export const isRestorable = (who: Pick<Who, 'viewer'>, now: Date): SQL => {
  return sql`(e.deleted_at >= ${restorableSince(now).toISOString()}::timestamptz and ${isOwn(who)})`;
};

const isOwn = ({ viewer }: Pick<Who, 'viewer'>): SQL =>
  managesExams(viewer) ? sql`e.trial_of is null` : teaches(viewer.userId, sql`e.course_id`);

/** SQL condition on `question_bank b`: the viewer may make papers of it, also of a bank that an exam of theirs uses. */
export const isUsable = (who: Pick<Who, 'viewer'>): SQL => sql`(${isEditable(who)} or exists (
  select from exam e where e.enterprise_id = b.enterprise_id and ${isManaged(who)} and (
    exists (select from exam_section s
            where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and s.bank_id = b.id)
    or exists (select from exam_question x
               join question q on q.enterprise_id = x.enterprise_id and q.id = x.question_id
               where x.enterprise_id = e.enterprise_id and x.exam_id = e.id and q.bank_id = b.id))))`;

/** Reads an exam that the viewer manages. @throws AppError 404 */
export async function requireManaged(who: Who, id: string): Promise<ExamRules> {
  const { rowCount } = await who.db.execute(
    sql`select from exam e where e.enterprise_id = ${who.tenant.id} and e.id = ${id} and ${isManaged(who)}`,
  );
  if (rowCount === 0) throw notFound();
  return readExam(who.db, who.tenant.id, id);
}

/**
 * Publishes an exam that the viewer manages for everybody, in the transaction of a preview, which is rolled back. Another one is left as it
 * is.
 */
export async function showToManager(who: Who, id: string): Promise<void> {
  await who.db.execute(sql`
    update exam e set published = true, audience = 'everyone'
    where e.enterprise_id = ${who.tenant.id} and e.id = ${id} and ${isManaged(who)}`);
}

/**
 * Checks the banks of an exam, and the course and the banks that a lecturer chooses.
 * @throws AppError 422 at `sections.{n}.bankId` or `questions.{n}.questionId` for a bank that is deleted; 404 for a bank or a question that a
 *   lecturer may not use; 422 without a course that they teach
 */
export async function requireOwnChoices(who: Who, { courseId, sections, questions }: Settings): Promise<void> {
  const { db, tenant, viewer } = who;
  const banks = sections.map(({ bankId }) => bankId);
  const ids = questions.map(({ questionId }) => questionId);
  // Locked, so that none is deleted before the exam is stored.
  const { rows } = await db.execute<{ id: string; gone: boolean; questions: string[] }>(sql`
    select b.id, b.deleted_at is not null as gone, array(
      select q.id from question q
      where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.id = any(${sql.param(ids)}::uuid[])) as questions
    from question_bank b
    where b.enterprise_id = ${tenant.id} and (b.id = any(${sql.param(banks)}::uuid[]) or b.id in (
      select q.bank_id from question q where q.enterprise_id = b.enterprise_id and q.id = any(${sql.param(ids)}::uuid[])))
    order by b.id for key share`);
  const gone = rows.filter((bank) => bank.gone);
  const fields = [
    ...banks.flatMap((bankId, n) => (gone.some(({ id }) => id === bankId) ? [`sections.${n}.bankId`] : [])),
    ...ids.flatMap((id, n) => (gone.some((bank) => bank.questions.includes(id)) ? [`questions.${n}.questionId`] : [])),
  ];
  if (fields.length > 0)
    throw new AppError(422, 'invalid', { fields: fields.map((field) => ({ field, key: 'field.notFound' })) });
  if (managesExams(viewer)) return;
  const courses = await db.execute(
    sql`select from course c where c.enterprise_id = ${tenant.id} and c.id = ${courseId} and ${teaches(viewer.userId, sql`c.id`, sql`c.enterprise_id`)}`,
  );
  if (courses.rowCount === 0)
    throw new AppError(422, 'invalid', { fields: [{ field: 'courseId', key: 'field.ownCourse' }] });
  const { rowCount } = await db.execute(sql`
    select from question_bank b
    where b.enterprise_id = ${tenant.id} and not ${isUsable(who)} and (b.id = any(${sql.param(banks)}::uuid[]) or exists (
      select from question q where q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.id = any(${sql.param(ids)}::uuid[])))
    limit 1`);
  if (rowCount! > 0) throw notFound();
}

/**
 * Credits, points and certificate of an exam are decided by administrators: a lecturer leaves them as they are.
 * @param before the stored exam; undefined for a new one
 */
export function withRewards({ viewer }: Pick<Who, 'viewer'>, input: Settings, before: ExamRules | undefined): Settings {
  if (managesExams(viewer)) return input;
  return {
    ...input,
    credits: Number(before?.credits ?? 0),
    points: Number(before?.points ?? 0),
    certificateId: before?.certificateId ?? null,
    certificateWay: before?.certificateWay ?? 'automatic',
    certificateScore: before?.certificateScore == null ? null : Number(before.certificateScore),
    certificateMonths: before?.certificateMonths ?? null,
  };
}
export type Settings = OperationInput<'POST /exam/auth/exam/admin/save'>;
