import { and, eq } from 'drizzle-orm';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAccommodation, examResit } from '#src/server/exam/tables/rules.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, type TestExam } from './exam.ts';
import { ok } from './portal.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

type Rules = Partial<typeof exam.$inferInsert>;

const ONE_QUESTION = { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 };

/** An exam with one single choice of 10 points, which is passed with its right answer; reviews do not open early. */
export const mintShortExam = (tenant: TestTenant, rules: Rules = {}): Promise<TestExam> =>
  mintExam(tenant, { counts: ONE_QUESTION, passScore: '10', reviewEarly: false, ...rules });

/** Sits an exam of `mintShortExam`: with the right answer it is passed. @returns the id of the attempt */
export async function sit(who: TestPerson, { id, ids }: TestExam, passes: boolean): Promise<string> {
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id });
  const answer = { questionId: ids.single[0]!, epoch: 1, revision: 1, answer: passes ? 'B' : 'A' };
  await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [answer] });
  return attemptId;
}

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Adds a resit window to an exam, in minutes from now. */
export async function mintResit(tenant: TestTenant, examId: string, [from, to]: [number, number], attempts = 1) {
  await withTenant(tenant.id, (db) =>
    db.insert(examResit).values({
      ...{ enterpriseId: tenant.id, examId, number: 1, attempts },
      ...{ windowStart: minutesFromNow(from), windowEnd: minutesFromNow(to) },
    }),
  );
}

export async function changeExam(tenant: TestTenant, examId: string, rules: Rules) {
  await withTenant(tenant.id, (db) =>
    db
      .update(exam)
      .set(rules)
      .where(and(eq(exam.enterpriseId, tenant.id), eq(exam.id, examId))),
  );
}

/** An accommodation that is valid now. */
export async function accommodate(
  tenant: TestTenant,
  who: TestPerson,
  by: TestPerson,
  parts: Partial<typeof examAccommodation.$inferInsert>,
) {
  await withTenant(tenant.id, (db) =>
    db.insert(examAccommodation).values({
      ...{ enterpriseId: tenant.id, userId: who.userId, createdBy: by.userId, reason: 'A certificate of a doctor' },
      ...{ validFrom: minutesFromNow(-60), ...parts },
    }),
  );
}
