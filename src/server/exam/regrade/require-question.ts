import { and, eq } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt, type PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import type { RegradeRule } from '#src/server/exam/tables/regrade.ts';
import { certificateScore } from '#src/server/exam/award-certificate.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { AS_ON_PAPER, ruleName, ruleOf } from '#src/server/exam/regrade-rule.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { readVersions } from './read-results.ts';

/**
 * Reads a question of an exam as it is on a paper, and how it counts now.
 * @param version by default the latest one on a paper
 * @throws AppError 404 when the exam does not exist here or the viewer does not mark it, or none of its papers has this version of
 * the question
 */
export async function requireQuestion(
  ctx: Context,
  { examId, questionId, version }: { examId: string; questionId: string; version?: number },
) {
  const { db, tenant } = ctx;
  const [rules] = await db
    .select({
      ...{ title: exam.title, passScore: exam.passScore },
      certificateScore,
    })
    .from(exam)
    .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, examId)));
  if (!rules) throw notFound();
  await requireMarker(ctx, examId);
  const versions = await readVersions(db, { enterpriseId: tenant.id, examId, questionId });
  const found = version === undefined ? versions[0] : versions.find((each) => each.version === version);
  if (!found) throw notFound();
  const [attempt] = await db
    .select({ paper: examAttempt.paper })
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, found.attemptId)));
  const { paper } = attempt!;
  const question = paper.find((each) => each.questionId === questionId)!;
  const current = rulesOf(await readRegrades(db, tenant.id, examId));
  const blocked = await blockedFor(ctx, examId, questionId);
  return {
    ...rules,
    versions,
    counts: found,
    paper,
    question,
    current,
    rule: ruleOf(question, current),
    blocked,
  };
}

/** Why a member cannot regrade a question: their own paper of the exam has it, or decision 029 withholds it from them. */
export async function blockedFor(
  { db, tenant, viewer, now }: Context,
  examId: string,
  questionId: string,
): Promise<'own' | 'withheld' | null> {
  const own = await db
    .select({ paper: examAttempt.paper })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, tenant.id),
        eq(examAttempt.examId, examId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (own.some(({ paper }) => paper.some((each) => each.questionId === questionId))) return 'own';
  const asked = { enterpriseId: tenant.id, userId: viewer.userId, questionIds: [questionId], now: now() };
  return (await withheldFromMarker(db, asked)).size > 0 ? 'withheld' : null;
}

/**
 * Reads a question that the viewer is about to regrade by a rule.
 * @throws AppError as `requireQuestion`; 403 when the viewer's own paper has it; 409 while it is withheld from the viewer;
 * 422 for a rule that the question cannot have, or that changes nothing
 */
export async function requireRegrade(
  ctx: Context,
  asked: { examId: string; questionId: string; version: number; rule: RegradeRule },
) {
  const found = await requireQuestion(ctx, asked);
  if (found.blocked === 'own') throw new AppError(403, 'cannotRegradeOwn');
  if (found.blocked) throw new AppError(409, 'markingWithheld');
  const { rule } = asked;
  const wrong = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
  if (!fits(found.question, rule.key)) throw wrong('rule.key', 'field.regradeKey');
  if (JSON.stringify(plain(rule)) === JSON.stringify(plain(found.rule))) throw wrong('rule', 'field.sameRule');
  const after = new Map([...found.current, [ruleName(found.question), rule]]);
  if (found.paper.every((question) => ruleOf(question, after).void === 'drop'))
    throw wrong('rule.void', 'field.onlyQuestion');
  return { ...found, after };
}

const plain = ({ key, score, void: voided }: RegradeRule) => [key, score, voided];

function fits({ type, options, blanks }: PaperQuestion, key: RegradeRule['key']): boolean {
  if (key === null) return true;
  if (type === 'judge') return typeof key === 'boolean';
  if (!Array.isArray(key) || type === 'short') return false;
  if (type === 'blank') return key.length === blanks && key.every((texts) => Array.isArray(texts));
  const texts = options.map(({ text }) => text);
  return key.every((text) => typeof text === 'string' && texts.includes(text));
}

/** A key of a paper with options named by their texts, as `RegradeRule` has it; null for short answers. */
export function keyOf({ type, options, answer }: PaperQuestion): RegradeRule['key'] {
  if (type === 'short') return null;
  if (type !== 'single' && type !== 'multiple') return answer as boolean | string[][];
  const letters = [answer].flat();
  return options.filter(({ key }) => letters.includes(key)).map(({ text }) => text);
}

/** A rule as it is shown to members who may not see the key. */
export const withoutKey = (rule: RegradeRule): RegradeRule => ({ ...rule, key: AS_ON_PAPER.key });
