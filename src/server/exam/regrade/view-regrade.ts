import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { inLanguage, publicQuestion } from '#src/server/exam/public-question.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { keyOf, requireQuestion, withoutKey } from './require-question.ts';

/**
 * Returns a question of an exam for the form of a regrade. Who cannot regrade it does not see its key.
 * @throws AppError 404 when no paper of the exam has it
 */
export async function viewRegrade(ctx: Context, asked: OperationInput<'GET /exam/auth/exam/regrade/view'>) {
  const { examId, questionId } = asked;
  const { title, passScore, versions, question, rule, blocked } = await requireQuestion(ctx, asked);
  const shown = inLanguage(question, ctx.locale);
  return {
    ...{ examId, questionId, version: question.version ?? 0, title, passScore },
    versions: versions.slice(0, MAX_ITEMS.questionVersions),
    ...{ type: question.type, stem: shown.stem, blanks: question.blanks, score: question.score },
    html: { stem: publicQuestion(shown, { enterpriseId: ctx.tenant.id, now: ctx.now() }).html.stem },
    options: question.options.map(({ text }) => text),
    key: blocked ? null : keyOf(question),
    rule: blocked ? withoutKey(rule) : rule,
    blocked,
  };
}
