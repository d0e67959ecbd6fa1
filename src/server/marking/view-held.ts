import { and, asc, desc, eq } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { markingAnswer, markingMark, markingNote } from './tables.ts';
import { answerLangs } from '#src/server/exam/answer-langs.ts';
import { inLanguage, publicQuestion, renderedKey } from '#src/server/exam/public-question.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readRubric } from './read-rubric.ts';
import type { Rules } from './read-rules.ts';
import { readSwitches } from './read-switches.ts';

/** How long a marker holds an answer, seconds. Opening it again starts anew. */
export const HOLD_SECONDS = 600;

/** Returns an answer as its marker sees it, with what the marker needs to judge it. */
export async function viewHeld(
  { db, tenant, locale, now }: Context,
  rules: Rules,
  { attemptId, questionId }: { attemptId: string; questionId: string },
) {
  const [found] = await db
    .select({
      attempt: examAttempt,
      ...{ userName: enterpriseUser.userName, department: enterpriseUser.department },
      ...{ given: markingAnswer.given, heldUntil: markingAnswer.heldUntil },
      lateCount: db.$count(
        examLateAnswer,
        and(
          eq(examLateAnswer.enterpriseId, tenant.id),
          eq(examLateAnswer.attemptId, attemptId),
          eq(examLateAnswer.questionId, questionId),
        ),
      ),
    })
    .from(markingAnswer)
    .innerJoin(
      examAttempt,
      and(eq(examAttempt.enterpriseId, markingAnswer.enterpriseId), eq(examAttempt.id, markingAnswer.attemptId)),
    )
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, examAttempt.enterpriseId), eq(enterpriseUser.userId, examAttempt.userId)),
    )
    .where(
      and(
        eq(markingAnswer.enterpriseId, tenant.id),
        eq(markingAnswer.attemptId, attemptId),
        eq(markingAnswer.questionId, questionId),
      ),
    );
  const { attempt, userName, department, given, heldUntil, lateCount } = found!;
  const index = attempt.paper.findIndex((each) => each.questionId === questionId);
  const question = inLanguage(attempt.paper[index]!, locale);
  const { stem, score, answer: reference, analysis } = question;
  const signing = { enterpriseId: tenant.id, now: now() };
  const earlier = await db
    .select({ score: markingMark.score, remark: markingMark.remark })
    .from(markingMark)
    .where(
      and(
        eq(markingMark.enterpriseId, tenant.id),
        eq(markingMark.attemptId, attemptId),
        eq(markingMark.questionId, questionId),
      ),
    )
    .orderBy(asc(markingMark.round));
  return {
    ...{ attemptId, questionId, number: index + 1, stem, score, step: rules.step, analysis, lateCount },
    html: { ...publicQuestion(question, signing).html, ...renderedKey(question, signing) },
    ...(await readSwitches(db, { enterpriseId: tenant.id, attemptId })),
    answer: (attempt.submittedAnswers?.[questionId] as string | undefined) ?? '',
    answerLang: (await answerLangs(db, attempt)).get(questionId) ?? null,
    reference: reference as string,
    candidate: rules.blind ? null : { userName, department },
    round: given + 1,
    // The first two markers mark independently.
    earlier: given === 2 ? earlier : [],
    criteria: await readRubric(db, tenant.id, question),
    notes: await notesOf({ db, tenant }, questionId),
    heldUntil: heldUntil!,
    holdSeconds: HOLD_SECONDS,
  };
}

function notesOf({ db, tenant }: Pick<Context, 'db' | 'tenant'>, questionId: string) {
  return db
    .select({
      ...{ id: markingNote.id, body: markingNote.body, gmtCreate: markingNote.gmtCreate },
      userName: enterpriseUser.userName,
    })
    .from(markingNote)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, markingNote.enterpriseId), eq(enterpriseUser.userId, markingNote.userId)),
    )
    .where(and(eq(markingNote.enterpriseId, tenant.id), eq(markingNote.questionId, questionId)))
    .orderBy(desc(markingNote.gmtCreate), desc(markingNote.id))
    .limit(MAX_ITEMS.markingNotes);
}
