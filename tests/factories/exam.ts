import { randomUUID } from 'node:crypto';
import { certificate } from '#src/server/record/tables/certificate.ts';
import { exam, examAllowance, examSection } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import {
  question,
  questionBank,
  questionVersion,
  type QuestionKey,
  type QuestionOption,
  type QuestionType,
} from '#src/server/question/tables.ts';
import { and, eq } from 'drizzle-orm';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestTenant } from './tenant.ts';

export const SECRET = 'ANALYSIS-TELLS-THE-ANSWER';
export const REFERENCE = 'REFERENCE-TEXT-OF-THE-SHORT-ONE';
export const BLANK_KEY = 'KEY-OF-THE-BLANK';

const options: QuestionOption[] = ['A', 'B', 'C', 'D'].map((key) => ({ key, text: `选项 ${key}` }));
const keys: Record<QuestionType, QuestionKey> = {
  single: 'B',
  multiple: ['A', 'C'],
  judge: true,
  blank: [[BLANK_KEY, '第二种'], ['８０Ｖ']],
  short: REFERENCE,
};

export type TestExam = { id: string; certificateId: string; ids: Record<QuestionType, string[]>; bankId: string };
type ExamOptions = Partial<typeof exam.$inferInsert> & {
  counts?: Partial<Record<QuestionType, number>>;
  /** Uses the question bank and the counts of this exam. */
  sharing?: TestExam;
};

/**
 * Inserts an exam that is open now: by default two questions of each of the four objective types, 10 points each, and
 * one short answer of 20 points. The right answers are in `right`.
 */
export async function mintExam(tenant: TestTenant, { counts, sharing, ...more }: ExamOptions = {}): Promise<TestExam> {
  const shared = sharing && Object.fromEntries(Object.entries(sharing.ids).map(([type, all]) => [type, all.length]));
  const many = { single: 2, multiple: 2, judge: 2, blank: 2, short: 1, ...shared, ...counts };
  const enterpriseId = tenant.id;
  const now = Date.now();
  const id = randomUUID();
  const bankId = sharing?.bankId ?? randomUUID();
  const certificateId = randomUUID();
  const ids: Record<QuestionType, string[]> = sharing?.ids ?? {
    single: [],
    multiple: [],
    judge: [],
    blank: [],
    short: [],
  };
  await withTenant(enterpriseId, async (db) => {
    if (!sharing)
      await db.insert(questionBank).values({ enterpriseId, id: bankId, code: `bank-${bankId}`, title: '题库' });
    await db.insert(certificate).values({
      enterpriseId,
      id: certificateId,
      code: `c-${id}`,
      certificateName: '安全上岗证',
      issuer: '培训中心',
      validMonths: 12,
    });
    await db.insert(exam).values({
      enterpriseId,
      id,
      code: `exam-${id}`,
      title: '安全生产考试',
      limitSeconds: 3600,
      windowStart: new Date(now - 3_600_000),
      windowEnd: new Date(now + 86_400_000),
      passScore: '60',
      maxAttempts: 3,
      reviewPolicy: 'immediately',
      reviewEarly: true,
      credits: '2.5',
      points: '30',
      certificateId,
      ...more,
    });
    let sort = 0;
    for (const type of Object.keys(many) as QuestionType[]) {
      if (many[type] === 0) continue;
      for (let i = 0; i < many[type] && !sharing; i++) {
        const questionId = randomUUID();
        ids[type].push(questionId);
        await db.insert(question).values({ enterpriseId, id: questionId, bankId, code: `${type}-${i}`, type });
        const stem = type === 'blank' ? '电压是 ____，不超过 ____ 。' : `题目 ${type} ${i}`;
        const text = { stem, options: type === 'single' || type === 'multiple' ? options : [], analysis: SECRET };
        await db
          .insert(questionVersion)
          .values({ enterpriseId, questionId, number: 1, texts: { zh: text }, answer: keys[type] });
      }
      await db.insert(examSection).values({
        enterpriseId,
        examId: id,
        title: type,
        bankId,
        type,
        count: many[type],
        scoreEach: type === 'short' ? '20' : '10',
        sort: sort++,
      });
    }
  });
  return { id, certificateId, ids, bankId };
}

/** Right answers, before options are shuffled. */
export const right = {
  single: 'B',
  multiple: ['A', 'C'],
  judge: true,
  blank: [BLANK_KEY, '80v'],
  short: '我的回答',
} as const;

/** Sets the deadline of an attempt relative to now; negative seconds are in the past. */
export async function setDeadline(tenant: TestTenant, attemptId: string, seconds: number): Promise<void> {
  await withTenant(tenant.id, (db) =>
    db
      .update(examAttempt)
      .set({ deadlineAt: new Date(Date.now() + seconds * 1000) })
      .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
  );
}

/** Reads the stored attempt. */
export async function readAttempt(tenant: TestTenant, attemptId: string) {
  const [attempt] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(examAttempt)
      .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
  );
  return attempt!;
}

/** Grants a user extra time and attempts. */
export async function allow(
  tenant: TestTenant,
  examId: string,
  userId: string,
  more: Partial<typeof examAllowance.$inferInsert>,
) {
  await withTenant(tenant.id, (db) =>
    db.insert(examAllowance).values({ enterpriseId: tenant.id, examId, userId, ...more }),
  );
}
