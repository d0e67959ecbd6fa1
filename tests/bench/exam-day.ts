import { compareAnswers } from '#src/server/rehearsal/compare-answers.ts';
import { playExamDay, type DayPlan } from '#src/server/rehearsal/exam-day.ts';
import { reportOf } from '#src/server/rehearsal/report.ts';
import { companionCookie } from '../factories/session.ts';
import type { ExamSetup } from '../fault/exam-setup.ts';

/** All candidates of the setup sit its exam (issue 13, "Performance and load"). @returns the figures */
export async function examDay({ portal, tenant, examId, people }: ExamSetup, plan: DayPlan) {
  const takers = people.map(({ token }) => ({ token, cookie: companionCookie(token) }));
  const address = { address: '127.0.0.1', port: portal.port, host: tenant.host };
  const played = await playExamDay(address, { examId, takers, plan });
  for (const failure of new Set(played.failures)) console.error(failure);
  return reportOf(played, await compareAnswers(tenant.id, played.candidates));
}
