import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ArticleDocument as Schema } from '#src/contract/site-documents.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import { ACCEPTED } from './list-articles.ts';
import { article, articleVersion } from './tables.ts';

type ArticleDocument = z.infer<typeof Schema>;

const byId = (enterpriseId: string, id: string) => and(eq(article.enterpriseId, enterpriseId), eq(article.id, id));

/**
 * Articles of the site: about pages, the agreement and the privacy policy. A publication that changes the texts is a new version;
 * those who have accepted the agreement or the policy are asked again at their next sign-in.
 */
export const ARTICLE_KIND: ContentKind<ArticleDocument> = {
  tags: () => ['article', 'site'],
  page: (id) => `/tpl?id=${id}`,
  titleOf: ({ title }) => title.zh || title.en,
  copyOf: (document) => document,
  create: async ({ db, enterpriseId, now }, { title, body }) => {
    const [made] = await db
      .insert(article)
      .values({
        ...{ enterpriseId, code: `portal-${randomUUID()}`, title, body, published: false, gmtModified: now },
        sort: sql`(select coalesce(max(sort), 0) + 1 from article where enterprise_id = ${enterpriseId})`,
      })
      .returning({ id: article.id });
    return made!.id;
  },
  read,
  check: (_editing, _id, { title, body }) => {
    const errors: DocumentError[] = [];
    if (!title.zh.trim() && !title.en.trim()) errors.push({ field: 'title.zh', key: 'field.required' });
    if (!body.zh.trim() && !body.en.trim()) errors.push({ field: 'body.zh', key: 'field.required' });
    return Promise.resolve(errors);
  },
  write,
  setPublished: async ({ db, enterpriseId, now }, id, published) => {
    const [row] = await db
      .update(article)
      .set({ published, gmtModified: now })
      .where(byId(enterpriseId, id))
      .returning({ code: article.code });
    if (!published && row && ACCEPTED.includes(row.code)) throw new AppError(409, 'articleStays');
  },
  consequences: async ({ db, enterpriseId }, id, change) => {
    const [row] = await db.select().from(article).where(byId(enterpriseId, id));
    if (change === 'hide' || !row || !ACCEPTED.includes(row.code)) return [];
    if (!isChanged(row, change.publish)) return [];
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(distinct c.user_id)::int as count from user_consent c
      where c.enterprise_id = ${enterpriseId} and c.code = ${row.code} and c.version = ${row.version}`);
    return [{ name: 'articleConsents', count: rows[0]!.count }];
  },
};

type Stored = typeof article.$inferSelect;
const both = (text: { zh?: string; en?: string }) => ({ zh: text.zh ?? '', en: text.en ?? '' });
const isChanged = ({ title, body }: Stored, document: ArticleDocument) =>
  canonicalJson({ title: both(title), body: both(body) }) !== canonicalJson(document);

async function read({ db, enterpriseId }: Editing, id: string) {
  const { rows } = await db.execute<{ isImported: boolean }>(sql`
    select exists (select from audit_log l where l.enterprise_id = ${enterpriseId} and l.action = 'content.import') as "isImported"`);
  const [row] = await db.select().from(article).where(byId(enterpriseId, id));
  if (!row) return null;
  const isFromPack = !row.code.startsWith('portal-') && rows[0]!.isImported;
  return {
    document: { title: both(row.title), body: both(row.body) },
    isPublished: row.published,
    isFromPack,
    stays: ACCEPTED.includes(row.code),
  };
}

async function write({ db, enterpriseId, now }: Editing, id: string, document: ArticleDocument): Promise<void> {
  const [row] = await db.select().from(article).where(byId(enterpriseId, id)).for('update');
  const versions = and(eq(articleVersion.enterpriseId, enterpriseId), eq(articleVersion.articleId, id));
  const isNew = (await db.$count(articleVersion, versions)) === 0;
  if (!row || (!isNew && !isChanged(row, document))) return;
  const version = isNew ? row.version : row.version + 1;
  await db
    .update(article)
    .set({ ...document, version, gmtModified: now })
    .where(byId(enterpriseId, id));
  await db.insert(articleVersion).values({ enterpriseId, articleId: id, version, ...document, gmtCreate: now });
}
