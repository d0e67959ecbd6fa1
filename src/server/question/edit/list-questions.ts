import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, orderOf, readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { question, questionVersion, type QuestionHtmls, type QuestionLang } from '#src/server/question/tables.ts';
import { isListed, requireBank, requireQuestions } from '../bank/access.ts';
import { LANGS } from '../render-question.ts';
import { signMedia } from '../sign-media.ts';
import { isCurrentVersion } from '../write-questions.ts';

type Filter = Omit<OperationInput<'POST /exam/auth/question/page'>, 'pageCurrent' | 'pageSize' | 'sort'>;

/**
 * SQL condition on `question` and its current version. The keyword is searched in stem, options, analysis and code. Without `deleted` no
 * deleted question fits.
 */
export function matching({ tenant, now }: Pick<Context, 'tenant' | 'now'>, filter: Filter): SQL | undefined {
  const { bankId, keyword, type, difficulty, topic, tag, published, deleted } = filter;
  return and(
    eq(question.enterpriseId, tenant.id),
    eq(question.bankId, bankId),
    isListed(now(), deleted),
    type && eq(question.type, type),
    difficulty === undefined ? undefined : eq(question.difficulty, difficulty),
    topic === undefined ? undefined : eq(question.topic, topic),
    tag === undefined ? undefined : sql`${tag} = any(${question.tags})`,
    published === undefined ? undefined : eq(question.published, published),
    keyword ? hasText(keyword) : undefined,
  );
}

function hasText(keyword: string): SQL {
  const pattern = likePattern(keyword);
  const said = (path: string) =>
    sql`exists (select from jsonb_path_query(${questionVersion.texts}, ${path}::jsonpath) said where said #>> '{}' ilike ${pattern})`;
  // Of thousands of questions most lack it in all of their JSON, which is cheaper to see. What JSON escapes is not written there as it is said.
  const isWritten = /["\\\p{Cc}]/u.test(keyword) ? sql`true` : sql`${questionVersion.texts}::text ilike ${pattern}`;
  return sql`(${question.code} ilike ${pattern}
    or ${isWritten} and (${said('$.*.stem')} or ${said('$.*.options[*].text')} or ${said('$.*.analysis')}))`;
}

/** The rows of a list, with the stem in the language of the viewer. */
function itemOf(
  row: typeof question.$inferSelect & Pick<typeof questionVersion.$inferSelect, 'texts' | 'html'>,
  { locale, tenant, now }: Context,
) {
  const langs = LANGS.filter((lang) => row.texts[lang]);
  const lang = langs.find((each) => each === locale) ?? langs[0]!;
  return {
    ...row,
    langs,
    stem: row.texts[lang]!.stem,
    stemHtml: signMedia({ stem: row.html[lang]?.stem }, tenant.id, now()).stem,
  };
}

/** Lists the questions of a bank, newest first. @throws AppError 404, 409 as `requireBank` */
export async function pageQuestions(ctx: Context, input: OperationInput<'POST /exam/auth/question/page'>) {
  await requireBank(ctx, input.bankId);
  const { texts, html } = questionVersion;
  const where = matching(ctx, input);
  // A keyword is looked for once in each question, not once more to count.
  const totalCount = input.keyword ? sql<number>`(count(*) over ())::int` : countOf(question, where);
  const { list, ...rest } = await readPage(input, ({ limit, offset }) =>
    ctx.db
      .select({ ...getTableColumns(question), texts, html, totalCount })
      .from(question)
      .innerJoin(questionVersion, isCurrentVersion)
      .where(where)
      .orderBy(
        ...orderOf(input.sort, question, [...[desc(question.gmtModified), asc(question.code), asc(question.id)]]),
      )
      .limit(limit)
      .offset(offset),
  );
  return { ...rest, list: list.map((row) => itemOf(row, ctx)) };
}

/** @throws AppError 404, 409 as `requireBank` */
export async function viewQuestion(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  await requireQuestions(ctx, [id]);
  const { texts, html, answer, criteria } = questionVersion;
  const [row] = await db
    .select({ ...getTableColumns(question), texts, html, answer, criteria })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, id)));
  if (!row) throw notFound();
  const { title: bankTitle } = await requireBank(ctx, row.bankId);
  return {
    ...itemOf(row, ctx),
    bankTitle,
    answer: row.answer,
    criteria: row.criteria,
    html: signAll(row.html, tenant.id, now()),
  };
}

/** Gives the files in all languages addresses that work. */
export function signAll(html: QuestionHtmls, enterpriseId: string, now: Date): QuestionHtmls {
  return Object.fromEntries(
    Object.entries(html).map(([lang, each]) => [lang as QuestionLang, signMedia(each, enterpriseId, now)]),
  );
}

/** Lists the versions of a question, newest first. @throws AppError 404, 409 as `requireBank` */
export async function pageVersions(ctx: Context, input: OperationInput<'POST /exam/auth/question/version/page'>) {
  const { db, tenant, now } = ctx;
  await requireQuestions(ctx, [input.id]);
  const { number, texts, answer, criteria, html, gmtCreate } = questionVersion;
  const { list, ...rest } = await readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{ number, texts, answer, criteria, html, gmtCreate, authorName: enterpriseUser.userName },
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(questionVersion)
      .leftJoin(
        enterpriseUser,
        and(
          eq(enterpriseUser.enterpriseId, questionVersion.enterpriseId),
          eq(enterpriseUser.userId, questionVersion.authorId),
        ),
      )
      .where(and(eq(questionVersion.enterpriseId, tenant.id), eq(questionVersion.questionId, input.id)))
      .orderBy(desc(number))
      .limit(limit)
      .offset(offset),
  );
  return { ...rest, list: list.map((row) => ({ ...row, html: signAll(row.html, tenant.id, now()) })) };
}
