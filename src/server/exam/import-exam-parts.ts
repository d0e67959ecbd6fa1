import { eq, sql } from 'drizzle-orm';
import { examSection } from '#src/server/exam/tables/exam.ts';
import { examCertificateNeed, examQuestion, examResit, examTarget } from '#src/server/exam/tables/rules.ts';
import { question } from '#src/server/question/tables.ts';
import { amount, momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Exam } from '#src/server/pack/pack-exams.ts';

type Ids = ReadonlyMap<string, string>;
/** What an exam consists of beside its own row, without ids that an import makes anew. */
export type ExamParts = ReturnType<typeof partsOfEntry>;

/** What the pack says about the parts of an exam. */
export function partsOfEntry(
  importing: Importing,
  entry: Exam,
  { banks, courses, questionId }: { banks: Ids; courses: Ids; questionId: (bank: string, code: string) => string },
) {
  return {
    sections: entry.sections.map(({ title, bank, type, count, scoreEach, topic, tag, limitMinutes, ...section }) => {
      const difficulty: number | null = section.difficulty ?? null;
      return {
        ...{ title, bankId: banks.get(bank)!, type, count, scoreEach: amount(scoreEach) },
        ...{ difficulty, topic: topic ?? null, tag: tag ?? null },
        limitSeconds: limitMinutes === undefined ? null : limitMinutes * 60,
      };
    }),
    resits: entry.resits.map(({ windowStart, windowEnd, attempts }) => ({
      ...{ windowStart: momentOf(importing, windowStart), windowEnd: momentOf(importing, windowEnd), attempts },
    })),
    departments: [...new Set(entry.departments)].sort(),
    questions: entry.questions.map(({ bank, question: code, section, score }) => ({
      ...{ questionId: questionId(bank, code), section, score: amount(score) },
    })),
    certificateCourses: [...new Set(entry.certificateCourses)].map((code) => courses.get(code)!).sort(),
  };
}

/** Reads the parts of all exams of the tenant. @returns by exam */
export async function storedParts({ db, enterpriseId }: Importing): Promise<(examId: string) => ExamParts> {
  const rowsOf = async <T extends { examId: string }>(rows: Promise<T[]>) =>
    Map.groupBy(await rows, ({ examId }) => examId);
  const sections = await rowsOf(
    db.select().from(examSection).where(eq(examSection.enterpriseId, enterpriseId)).orderBy(examSection.sort),
  );
  const resits = await rowsOf(
    db.select().from(examResit).where(eq(examResit.enterpriseId, enterpriseId)).orderBy(examResit.number),
  );
  const targets = await rowsOf(db.select().from(examTarget).where(eq(examTarget.enterpriseId, enterpriseId)));
  const questions = await rowsOf(
    db.select().from(examQuestion).where(eq(examQuestion.enterpriseId, enterpriseId)).orderBy(examQuestion.sort),
  );
  const needs = await rowsOf(
    db.select().from(examCertificateNeed).where(eq(examCertificateNeed.enterpriseId, enterpriseId)),
  );
  return (examId) => ({
    sections: (sections.get(examId) ?? []).map(
      ({ title, bankId, type, count, scoreEach, difficulty, topic, tag, limitSeconds }) => ({
        ...{ title, bankId, type, count, scoreEach, difficulty, topic, tag, limitSeconds },
      }),
    ),
    resits: (resits.get(examId) ?? []).map(({ windowStart, windowEnd, attempts }) => ({
      ...{ windowStart, windowEnd, attempts },
    })),
    departments: (targets.get(examId) ?? []).map(({ department }) => department).sort(),
    questions: (questions.get(examId) ?? []).map(({ questionId, section, score }) => ({ questionId, section, score })),
    certificateCourses: (needs.get(examId) ?? []).flatMap(({ courseId }) => courseId ?? []).sort(),
  });
}

/**
 * Returns a function that finds the question that the pack calls by its bank and code, also when it was moved to another bank in the
 * portal.
 */
export async function findQuestions({ db, enterpriseId, pack }: Importing, banks: Ids) {
  const stored = await db
    .select({ id: question.id, bankId: question.bankId, code: question.code })
    .from(question)
    .where(eq(question.enterpriseId, enterpriseId))
    // Of two with the same code the one that is not deleted counts.
    .orderBy(sql`${question.deletedAt} asc nulls last`);
  const byPlace = new Map(stored.map(({ id, bankId, code }) => [`${bankId} ${code}`, id]));
  const placed = new Set(
    pack.banks.flatMap(({ code, questions }) => questions.map((q) => `${banks.get(code)!} ${q.code}`)),
  );
  return (bank: string, code: string): string => {
    const id = byPlace.get(`${banks.get(bank)!} ${code}`);
    if (id !== undefined) return id;
    const moved = stored.toReversed().filter((each) => each.code === code && !placed.has(`${each.bankId} ${code}`));
    // A question on a paper cannot be deleted, so that there is one.
    return moved[0]!.id;
  };
}
