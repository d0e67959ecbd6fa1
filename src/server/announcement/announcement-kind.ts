import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AnnouncementDocument as Schema } from '#src/contract/site-documents.ts';
import { sanitizeForStorage } from '#src/lib/markdown.ts';
import { plainText } from '#src/lib/plain-text.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import { file } from '#src/server/file/tables.ts';
import {
  announcement,
  announcementAttachment as attachment,
  announcementPerson,
  announcementRecipient,
  announcementRule,
} from './tables.ts';

type AnnouncementDocument = z.infer<typeof Schema>;

const byId = (enterpriseId: string, id: string) =>
  and(eq(announcement.enterpriseId, enterpriseId), eq(announcement.id, id));

/** Announcements with their attachments and audience. */
export const ANNOUNCEMENT_KIND: ContentKind<AnnouncementDocument> = {
  tags: (id) => ['announcement', ['info', id].join(':'), 'site'],
  page: (id) => `/info/${id}`,
  titleOf: ({ title }) => title,
  copyOf: (document) => ({ ...document, publishedAt: null }),
  create: async ({ db, enterpriseId, now }, { title }) => {
    const [made] = await db
      .insert(announcement)
      .values({
        ...{ enterpriseId, code: `portal-${randomUUID()}`, title, body: '', published: false },
        ...{ publishedAt: now, gmtModified: now },
      })
      .returning({ id: announcement.id });
    return made!.id;
  },
  read,
  check,
  write,
  setPublished: async ({ db, enterpriseId, now }, id, published) => {
    await db.update(announcement).set({ published, gmtModified: now }).where(byId(enterpriseId, id));
  },
  published: async ({ db, enterpriseId }, id) => {
    await db.execute(sql`select portal.fill_recipients(${enterpriseId}, array[${id}]::uuid[], null)`);
  },
  showTo: async ({ db, enterpriseId }, id, userId) => {
    await db.insert(announcementRecipient).values({ enterpriseId, announcementId: id, userId }).onConflictDoNothing();
  },
  consequences: async ({ db, enterpriseId }, id, change) => {
    const isHidden = change === 'hide';
    const { rows } = await db.execute<{ readers: number; comments: number }>(sql`
      select (select count(*)::int from announcement_user_record r
              where r.enterprise_id = ${enterpriseId} and r.announcement_id = ${id} and r.read_at is not null) as readers,
             coalesce((select t.comment_count from subject_total t where t.enterprise_id = ${enterpriseId}
              and t.subject_type = 'announcement' and t.subject_id = ${id}), 0) as comments`);
    const { readers, comments } = rows[0]!;
    if (!isHidden) return [{ name: 'announcementReread', count: readers }];
    return [
      { name: 'announcementReaders', count: readers },
      { name: 'announcementComments', count: comments },
    ];
  },
};

async function read({ db, enterpriseId }: Editing, id: string) {
  const [row] = await db.select().from(announcement).where(byId(enterpriseId, id));
  if (!row) return null;
  const attachments = await db
    .select({ fileId: attachment.fileId, fileName: file.fileName })
    .from(attachment)
    .innerJoin(file, and(eq(file.enterpriseId, attachment.enterpriseId), eq(file.id, attachment.fileId)))
    .where(and(eq(attachment.enterpriseId, enterpriseId), eq(attachment.announcementId, id)))
    .orderBy(asc(attachment.sort), asc(attachment.fileId));
  const rules = await db
    .select({
      ...{ excluded: announcementRule.excluded, departmentId: announcementRule.departmentId },
      ...{ withBelow: announcementRule.withBelow, positionId: announcementRule.positionId },
      joinedSince: announcementRule.joinedSince,
    })
    .from(announcementRule)
    .where(and(eq(announcementRule.enterpriseId, enterpriseId), eq(announcementRule.announcementId, id)))
    .orderBy(asc(announcementRule.id));
  const people = await db
    .select({ userId: announcementPerson.userId, excluded: announcementPerson.excluded })
    .from(announcementPerson)
    .where(and(eq(announcementPerson.enterpriseId, enterpriseId), eq(announcementPerson.announcementId, id)))
    .orderBy(asc(announcementPerson.userId));
  const { title, body, coverFileId, pinned, mustRead, restricted } = row;
  const document: AnnouncementDocument = {
    ...{ title, summary: row.summary ?? '', body, coverFileId, author: row.author ?? '' },
    ...{ publishedAt: row.publishedAt.toISOString(), pinned, mustRead, attachments, restricted, rules, people },
  };
  return { document, isPublished: row.published, isFromPack: !row.code.startsWith('portal-') };
}

const uuids = (list: readonly (string | null)[]) =>
  sql`${`{${[...new Set(list)].filter((each) => each !== null).join()}}`}::uuid[]`;

async function check(
  { db, enterpriseId, now }: Editing,
  _id: string,
  { title, body, publishedAt, coverFileId, attachments, restricted, rules, people }: AnnouncementDocument,
): Promise<DocumentError[]> {
  const errors: DocumentError[] = [];
  if (!title.trim()) errors.push({ field: 'title', key: 'field.required' });
  if (!plainText(body).trim() && !body.includes('<img')) errors.push({ field: 'body', key: 'field.required' });
  if (publishedAt && Date.parse(publishedAt) > now.getTime())
    errors.push({ field: 'publishedAt', key: 'field.futureTime' });
  if (restricted && !rules.some(({ excluded }) => !excluded) && !people.some(({ excluded }) => !excluded))
    errors.push({ field: 'rules', key: 'field.noAudience' });
  const files = attachments.map(({ fileId }) => fileId);
  const { rows } = await db.execute<{ kind: string; id: string }>(sql`
    select 'department' as kind, w as id from unnest(${uuids(rules.map(({ departmentId }) => departmentId))}) w where not exists (
      select from department d where d.enterprise_id = ${enterpriseId} and d.id = w and d.closed_at is null)
    union all
    select 'position', w from unnest(${uuids(rules.map(({ positionId }) => positionId))}) w where not exists (
      select from position p where p.enterprise_id = ${enterpriseId} and p.id = w)
    union all
    select 'person', w from unnest(${uuids(people.map(({ userId }) => userId))}) w where not exists (
      select from enterprise_user u where u.enterprise_id = ${enterpriseId} and u.user_id = w)
    union all
    select 'cover', w from unnest(${uuids([coverFileId])}) w where not exists (
      select from file f where f.enterprise_id = ${enterpriseId} and f.id = w and f.visibility = 'public')
    union all
    select case when f.id is null or f.visibility = 'private' then 'file' else 'member' end, w from unnest(${uuids(files)}) w
    left join file f on f.enterprise_id = ${enterpriseId} and f.id = w where f.visibility is distinct from 'public'`);
  const missing = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const report = (field: string, kind: string, wanted: string | null) =>
    wanted !== null && missing.has(`${kind} ${wanted}`) && errors.push({ field, key: 'field.notFound' });
  report('coverFileId', 'cover', coverFileId);
  for (const [at, fileId] of files.entries()) {
    report(`attachments.${at}`, 'file', fileId);
    // Visitors see it, too.
    if (!restricted && missing.has(`member ${fileId}`))
      errors.push({ field: `attachments.${at}`, key: 'field.attachmentNotPublic' });
  }
  for (const [at, { departmentId, positionId }] of rules.entries()) {
    report(`rules.${at}.departmentId`, 'department', departmentId);
    report(`rules.${at}.positionId`, 'position', positionId);
  }
  if (people.some(({ userId }) => missing.has(`person ${userId}`)))
    errors.push({ field: 'people', key: 'field.notFound' });
  return errors;
}

async function write(
  { db, enterpriseId, now }: Editing,
  id: string,
  { attachments, rules, people, publishedAt, summary, author, body, ...values }: AnnouncementDocument,
): Promise<void> {
  await db
    .update(announcement)
    .set({
      ...values,
      ...{ summary: summary || null, author: author || null, body: sanitizeForStorage(body), gmtModified: now },
      // At first the time of the publication; later it stays.
      publishedAt: publishedAt
        ? new Date(publishedAt)
        : sql`case when ${announcement.published} then ${announcement.publishedAt} else ${now.toISOString()}::timestamptz end`,
    })
    .where(byId(enterpriseId, id));
  const own = { enterpriseId, announcementId: id };
  for (const table of [attachment, announcementRule, announcementPerson])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.announcementId, id)));
  const files = [...new Set(attachments.map(({ fileId }) => fileId))];
  if (files.length > 0) await db.insert(attachment).values(files.map((fileId, sort) => ({ ...own, fileId, sort })));
  if (!values.restricted) return;
  if (rules.length > 0) await db.insert(announcementRule).values(rules.map((rule) => ({ ...own, ...rule })));
  const named = [...new Map(people.map((each) => [each.userId, each])).values()];
  if (named.length > 0) await db.insert(announcementPerson).values(named.map((person) => ({ ...own, ...person })));
}
