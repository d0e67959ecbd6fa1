import type { OperationInput } from '#src/contract/calls.ts';
import { dayOf } from '#src/lib/dates.ts';
import { type AnswerError, type Answers, checkAnswers, type QuestionPage } from '#src/contract/rules/questionnaire.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { storeAnswers } from './store-answers.ts';
import { readOpen } from './view-questionnaire.ts';

type Input = OperationInput<'POST /course/auth/questionnaire/submit'>;

const ERRORS: Record<AnswerError, string> = {
  required: 'field.required',
  invalid: 'field.invalid',
  tooLong: 'field.tooLong',
  tooFew: 'field.tooFewChoices',
  tooMany: 'field.tooManyChoices',
  otherText: 'field.otherText',
  rowsMissing: 'field.rowsMissing',
};

/**
 * Stores the answers of the viewer and completes the resource. Of simultaneous submissions one is stored. Answers to
 * questions that a branch hides are ignored.
 * @throws AppError 403 with the reason when the course may not be studied; 404 for a resource without questionnaire;
 *   409 when the viewer has filled it in, or it was replaced meanwhile; 422 for answers that do not fit, by question
 */
export async function submitQuestionnaire(ctx: Context, { resourceId, questionnaireId, answers: given }: Input) {
  const { db, tenant, viewer } = ctx;
  const { found, course } = await readOpen(ctx, resourceId);
  if (found.id !== questionnaireId) throw new AppError(409, 'questionnaireReplaced');
  const { answers, errors } = checkAnswers(found.pages, byQuestion(found.pages, given));
  if (errors.length > 0)
    throw new AppError(422, 'invalid', {
      fields: errors.map(({ question, error }) => ({ field: question, key: ERRORS[error] })),
    });
  const at = ctx.now();
  const learner = { enterpriseId: tenant.id, userId: viewer.userId, at, timeZone: tenant.timeZone };
  const completedOn = dayOf(at, tenant.timeZone);
  if (!(await storeAnswers(db, { ...learner, questionnaire: found, completedOn, answers })))
    throw new AppError(409, 'questionnaireCompleted');
  await completeResources(db, learner, [{ id: resourceId, courseId: course.id }]);
  return { completed: true };
}

/** @throws AppError 422 for a question that the questionnaire does not have, or has twice in the input */
function byQuestion(pages: QuestionPage[], given: Input['answers']): Answers {
  const known = new Set(
    pages.flatMap(({ questions }) => questions.filter((each) => !each.retired)).map(({ code }) => code),
  );
  const answers: Answers = {};
  for (const { question, ...answer } of given) {
    if (!known.has(question) || Object.hasOwn(answers, question))
      throw new AppError(422, 'invalid', { fields: [{ field: question, key: 'field.invalid' }] });
    answers[question] = answer;
  }
  return answers;
}
