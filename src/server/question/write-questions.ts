import { and, eq, sql } from 'drizzle-orm';
import { question, questionBank, questionFile, questionVersion, type QuestionHtmls } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { contentHash } from './content-hash.ts';
import { inBatches } from './in-batches.ts';
import { file } from '#src/server/file/tables.ts';
import { mediaIn, readMedia } from './read-media.ts';
import { renderQuestion, type QuestionContent } from './render-question.ts';

/** A version to be stored, of a question that exists. `html`: its rendered texts, unless they are still to be rendered. */
export type NewVersion = QuestionContent & { html?: QuestionHtmls | undefined } & {
  questionId: string;
  number: number;
  authorId: string | null;
  now: Date;
};

/** Stores versions of questions, and renders those without `html`. The caller sets `question.version`, in the same transaction. */
export async function insertVersions(db: TenantDb, enterpriseId: string, versions: NewVersion[]): Promise<void> {
  const media = await readMedia(
    db,
    enterpriseId,
    versions.filter(({ html }) => !html),
  );
  for (const some of inBatches(versions))
    await db.insert(questionVersion).values(
      some.map(({ questionId, number, authorId, now, html, ...content }) => ({
        ...{ enterpriseId, questionId, number, authorId, gmtCreate: now },
        ...{ texts: content.texts, answer: content.answer, criteria: content.criteria ?? [] },
        contentHash: contentHash(content),
        html: html ?? renderQuestion(content, media),
      })),
    );
  await noteFiles(db, enterpriseId, versions);
}

/** Notes which files questions show, also those of former versions, which papers may have. */
async function noteFiles(db: TenantDb, enterpriseId: string, versions: NewVersion[]): Promise<void> {
  const shown = versions.flatMap((version) =>
    [...new Set(mediaIn(version))].map((fileId) => ({ fileId, questionId: version.questionId })),
  );
  for (const some of inBatches(shown))
    await db.execute(sql`
      insert into ${questionFile} (enterprise_id, file_id, question_id)
      select f.enterprise_id, f.id, n.question_id
      from unnest(${sql.param(some.map(({ fileId }) => fileId))}::uuid[], ${sql.param(some.map(({ questionId }) => questionId))}::uuid[])
           as n (file_id, question_id)
      join ${file} f on f.enterprise_id = ${enterpriseId} and f.id = n.file_id
      on conflict do nothing`);
}

/** SQL condition that joins a question with its current version. */
export const isCurrentVersion = and(
  eq(questionVersion.enterpriseId, question.enterpriseId),
  eq(questionVersion.questionId, question.id),
  eq(questionVersion.number, question.version),
);

/** Inserts a bank of questions. */
export async function insertBank(db: TenantDb, bank: typeof questionBank.$inferInsert): Promise<void> {
  await db.insert(questionBank).values(bank);
}

/** Inserts questions with their first version. @returns their ids, in the order given */
export async function insertQuestions(
  db: TenantDb,
  enterpriseId: string,
  questions: (Omit<typeof question.$inferInsert, 'enterpriseId' | 'id'> & Omit<NewVersion, 'questionId' | 'number'>)[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const some of inBatches(questions)) {
    const rows = await db
      .insert(question)
      .values(
        some.map(({ bankId, code, type, difficulty, topic, tags, published, keepsOrder, now }) => ({
          ...{ enterpriseId, bankId, code, type, difficulty, topic, tags, published, keepsOrder },
          gmtModified: now,
        })),
      )
      .returning({ id: question.id, code: question.code, bankId: question.bankId });
    // The order of returned rows is not guaranteed.
    const byCode = new Map(rows.map(({ id, code, bankId }) => [`${bankId} ${code}`, id]));
    ids.push(...some.map(({ code, bankId }) => byCode.get(`${bankId} ${code}`)!));
  }
  await insertVersions(
    db,
    enterpriseId,
    questions.map(({ type, texts, answer, criteria, html, authorId, now }, at) => ({
      ...{ type, texts, answer, criteria, html, authorId, now },
      ...{ questionId: ids[at]!, number: 1 },
    })),
  );
  return ids;
}
