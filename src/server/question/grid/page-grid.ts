import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { requireBank } from '../bank/access.ts';
import { LANGS } from '../render-question.ts';
import { question, questionVersion, type QuestionTexts } from '../tables.ts';
import { isCurrentVersion } from '../write-questions.ts';
import { cellsOf } from './cells.ts';

/** The language in which the grid shows a question: that of the viewer, if the question has it. */
export const shownLanguage = (texts: QuestionTexts, locale: 'zh' | 'en') =>
  texts[locale] ? locale : LANGS.find((lang) => texts[lang])!;

/** Lists the questions of a bank as rows of the grid, in the order in which they were added. @throws AppError 404, 409 as `requireBank` */
export async function pageGrid(ctx: Context, input: OperationInput<'POST /exam/auth/question/grid/page'>) {
  const { db, tenant, locale } = ctx;
  await requireBank(ctx, input.bankId);
  const { texts, answer } = questionVersion;
  const { list, ...rest } = await readPage(input, ({ limit, offset }) =>
    db
      .select({ ...getTableColumns(question), texts, answer, totalCount: sql<number>`(count(*) over ())::int` })
      .from(question)
      .innerJoin(questionVersion, isCurrentVersion)
      .where(and(eq(question.enterpriseId, tenant.id), eq(question.bankId, input.bankId), isNull(question.deletedAt)))
      .orderBy(asc(question.id))
      .limit(limit)
      .offset(offset),
  );
  return {
    ...rest,
    list: list.map((row) => {
      const lang = shownLanguage(row.texts, locale);
      return { id: row.id, version: row.version, lang, cells: cellsOf(row, lang, locale) };
    }),
  };
}
