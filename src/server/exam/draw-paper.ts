import { and, arrayContains, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { examSection } from './tables/exam.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import { examQuestion } from './tables/rules.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { isCurrentVersion } from '#src/server/question/write-questions.ts';
import { seededRandom } from '#src/lib/shuffle.ts';
import { composePaper, type Drawn, type Question } from './compose-paper.ts';

export type Exam = {
  enterpriseId: string;
  id: string;
  paperKind: 'drawn' | 'fixed';
  shuffleQuestions: boolean;
  shuffleOptions: boolean;
  equalDifficulty: boolean;
};
type Section = typeof examSection.$inferSelect;

/**
 * Draws a paper from the question banks of an exam, or composes its fixed paper. The result is stored in the attempt, so
 * later changes of a bank do not affect it.
 * @param seed determines the selection and the order: the same one gives the same paper as long as the banks are unchanged
 * @throws AppError 409 when a bank has fewer questions than a section requires, or the paper would be empty
 */
export async function drawPaper(db: TenantDb, exam: Exam, seed: string): Promise<PaperQuestion[]> {
  return composePaper(await readParts(db, exam), exam, seededRandom(seed));
}

/** Returns the sections of an exam, each with the questions that it can draw. */
export async function readParts(db: TenantDb, exam: Exam): Promise<Drawn[]> {
  if (exam.paperKind === 'fixed') return fixedParts(db, exam);
  const sections = await db
    .select()
    .from(examSection)
    .where(and(eq(examSection.enterpriseId, exam.enterpriseId), eq(examSection.examId, exam.id)))
    .orderBy(asc(examSection.sort), asc(examSection.id));
  const isTimed = sections.some(({ limitSeconds }) => limitSeconds !== null);
  const { lang } = await readEnterprise(db, exam.enterpriseId);
  const parts: Drawn[] = [];
  for (const [part, section] of sections.entries())
    parts.push({ section, bank: await readPool(db, section, lang), ...(isTimed && { part }) });
  return parts;
}

/** Returns the questions that fit a section, in a fixed order. */
function readPool(
  db: TenantDb,
  {
    enterpriseId,
    bankId,
    type,
    difficulty,
    topic,
    tag,
  }: Pick<Section, 'enterpriseId' | 'bankId' | 'type' | 'difficulty' | 'topic' | 'tag'>,
  lang: string,
): Promise<Question[]> {
  return readQuestions(
    db,
    lang,
    and(
      eq(question.enterpriseId, enterpriseId),
      eq(question.bankId, bankId),
      eq(question.type, type),
      eq(question.published, true),
      difficulty === null ? undefined : eq(question.difficulty, difficulty),
      topic === null ? undefined : eq(question.topic, topic),
      tag === null ? undefined : arrayContains(question.tags, [tag]),
    ),
  );
}

async function fixedParts(db: TenantDb, { enterpriseId, id }: Exam): Promise<Drawn[]> {
  const rows = await db
    .select()
    .from(examQuestion)
    .where(and(eq(examQuestion.enterpriseId, enterpriseId), eq(examQuestion.examId, id)))
    .orderBy(asc(examQuestion.sort));
  if (rows.length === 0) return [];
  const { lang } = await readEnterprise(db, enterpriseId);
  const questions = await readQuestions(
    db,
    lang,
    and(
      eq(question.enterpriseId, enterpriseId),
      eq(question.published, true),
      inArray(
        question.id,
        rows.map(({ questionId }) => questionId),
      ),
    ),
  );
  const byId = new Map(questions.map((each) => [each.id, each]));
  const scores = new Map(rows.map(({ questionId, score }) => [questionId, score]));
  return [...new Set(rows.map(({ section }) => section))].map((title) => {
    const own = rows.filter(({ section }) => section === title);
    // A question that was withdrawn is missing: the section then lacks one.
    const bank = own.flatMap(({ questionId }) => byId.get(questionId) ?? []);
    return { section: { title, count: own.length, scoreEach: '0' }, bank, scores };
  });
}

/** Reads questions in their current version, by id. @param where condition on `question` */
export async function readQuestions(db: TenantDb, lang: string, where: SQL | undefined): Promise<Question[]> {
  const { texts, answer, criteria, html } = questionVersion;
  const rows = await db
    .select({ ...getTableColumns(question), texts, answer, criteria, html })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(where)
    .orderBy(asc(question.id));
  return rows.map((row) => ({ ...row, lang }));
}
