import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';
import { viewExam } from '#src/server/exam/view-exam.ts';
import { type Fact, fact, ledgerFacts, time } from '../facts.ts';
import type { Subject } from '../subject.ts';

export const examSubject: Subject = {
  explain: async (ctx, id) => {
    const exam = await viewExam(ctx, { id });
    const { examState, passScore, bestScore, attemptsUsed, attemptsLeft, windowStart, windowEnd } = exam;
    const last = exam.attempts.find(({ status }) => status === 'marked');
    const facts: Fact[] = [fact('info', 'window', { start: time(windowStart), end: time(windowEnd) })];
    if (examState === 'pass')
      facts.unshift(fact('done', 'examPassed', { score: score(bestScore), pass: score(passScore) }));
    if (examState === 'absent') facts.push(fact('open', 'absent', { at: time(windowEnd) }));
    if (attemptsUsed > 0) facts.push(fact('info', 'attempts', { used: attemptsUsed, left: attemptsLeft }));
    else if (examState !== 'absent') facts.push(fact('open', 'noAttempt'));
    if (exam.openAttemptId) facts.push(fact('open', 'attemptOpen'));
    if (examState === 'awaitingMarking') facts.push(fact('open', 'awaitingMarking'));
    if (bestScore !== null && examState !== 'pass')
      facts.push(
        fact('open', 'score', {
          best: score(bestScore),
          last: score(last?.score ?? bestScore),
          pass: score(passScore),
        }),
      );
    const posted = await ledgerFacts(ctx, ['exam', id, ''].join(':'));
    facts.push(...posted);
    const path = `/test/id?id=${id}`;
    const goes = exam.canStart === 'ok';
    const step =
      examState === 'pass'
        ? 'nothing'
        : examState === 'awaitingMarking'
          ? 'waitForMarking'
          : goes
            ? 'exam'
            : exam.canStart === 'notOpen'
              ? 'waitForWindow'
              : 'examOver';
    return {
      title: exam.title,
      courseId: exam.courseId,
      path,
      facts,
      next: { step, path: step === 'exam' ? path : null },
    };
  },
  /** Completes the items of courses that need the exam. The attempts and their scores stay as they are. */
  complete: (db, { userId, ...tenant }, examId) => completeExamResource(db, { ...tenant, userIds: [userId], examId }),
};

/** Scores are exact decimals as text: `60.00` is shown as `60`. */
const score = (amount: string | null) => String(Number(amount ?? 0));
