import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { OperationInput } from '#src/contract/calls.ts';
import { examAdmin } from '#src/contract/exam-admin.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { type AuditedChange, readDetail } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import type { QuestionTexts } from '#src/server/question/tables.ts';
import { stemOf } from './choices.ts';
import { isUsable, requireManaged } from './manage.ts';

/** The settings of an exam as its editor has them. */
export const { data: Stored } = examAdmin['GET /exam/auth/exam/admin/view'];
type StoredSettings = z.infer<typeof Stored>;
type Chosen = Pick<StoredSettings['questions'][number], 'questionId' | 'section' | 'score'>;

/** Not kept: when a person whom a detail names is erased, nothing of its changes is left (`erase_from_logs`). */
const NAMES_PEOPLE: readonly string[] = ['markerIds'];

/**
 * The values of changed settings from before that the changes are too long for, to be kept with them: lists and texts. Of questions there is
 * what a paper stores.
 */
export function formerValues(before: StoredSettings, changes: AuditedChange[]): Record<string, unknown> {
  const kept = { ...before, questions: before.questions.map(asChosen) };
  const long = changes.filter((change) => !('before' in change) && !NAMES_PEOPLE.includes(change.name));
  return Object.fromEntries(long.map(({ name }) => [name, kept[name as keyof StoredSettings]]));
}

const asChosen = ({ questionId, section, score }: Chosen): Chosen => ({ questionId, section, score });

/**
 * Returns the settings of an exam that an entry of its history has changed, as they were before, as far as they were kept and are valid.
 * Deleted questions, and those that the viewer may not use, are left out.
 * @throws AppError 404 also for an entry that is no change of settings of this exam
 */
export async function viewFormerSettings(
  ctx: Context,
  { id, entryId }: OperationInput<'GET /exam/auth/exam/admin/former'>,
) {
  await requireManaged(ctx, id);
  const detail = await readDetail(ctx, { id: entryId, about: id, action: 'exam.changed' });
  if (!detail) throw notFound();
  const changes = (detail['changes'] ?? []) as AuditedChange[];
  const kept: Record<string, unknown> = {
    ...Object.fromEntries(changes.flatMap((change) => ('before' in change ? [[change.name, change.before]] : []))),
    ...(detail['former'] as Record<string, unknown> | undefined),
  };
  const chosen = (kept['questions'] ?? []) as Chosen[];
  const questions = await usableQuestions(ctx, chosen);
  const given: Record<string, unknown> = { ...kept, ...(kept['questions'] !== undefined && { questions }) };
  // An earlier version of the portal may have had other settings and values.
  const shape: Record<string, z.ZodType> = Stored.shape;
  const values = Object.entries(given).flatMap(([name, value]) => {
    const read = shape[name]?.safeParse(value);
    return read?.success ? [[name, read.data] as const] : [];
  });
  return { values: Object.fromEntries(values), lostQuestions: chosen.length - questions.length };
}

/** The questions of a former paper that can be on one now, in their order and with their stems. */
async function usableQuestions(ctx: Context, chosen: Chosen[]) {
  if (chosen.length === 0) return [];
  const { db, tenant } = ctx;
  type Row = { questionId: string; type: string; difficulty: number; topic: string | null; texts: QuestionTexts };
  const { rows } = await db.execute<Row>(sql`
    select q.id as "questionId", q.type, q.difficulty, q.topic, v.texts
    from question q
    join question_version v on v.enterprise_id = q.enterprise_id and v.question_id = q.id and v.number = q.version
    join question_bank b on b.enterprise_id = q.enterprise_id and b.id = q.bank_id
    where q.enterprise_id = ${tenant.id} and q.id = any(${sql.param(chosen.map(({ questionId }) => questionId))}::uuid[])
      and q.deleted_at is null and b.deleted_at is null and ${isUsable(ctx)}`);
  const { lang } = await readEnterprise(db, tenant.id);
  const known = new Map(rows.map(({ texts, ...row }) => [row.questionId, { ...row, stem: stemOf(texts, lang) }]));
  return chosen.flatMap((each) => {
    const question = known.get(each.questionId);
    return question ? [{ ...question, ...asChosen(each) }] : [];
  });
}
