import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { LecturerDocument as Schema } from '#src/contract/editing-documents.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import { lecturer } from './tables.ts';

type LecturerDocument = z.infer<typeof Schema>;

const byId = (enterpriseId: string, id: string) => and(eq(lecturer.enterpriseId, enterpriseId), eq(lecturer.id, id));

/** Profiles of lecturers. */
export const LECTURER_KIND: ContentKind<LecturerDocument> = {
  tags: (id) => ['lecturer', 'course', ['lecturer', id].join(':'), 'site'],
  page: (id) => `/lecturer/view/${id}`,
  titleOf: ({ lecturerName }) => lecturerName,
  // One member has one profile.
  copyOf: (document) => ({ ...document, userId: null, userName: null }),
  create: async ({ db, enterpriseId, now }, { lecturerName, lecturerLevel }) => {
    const [made] = await db
      .insert(lecturer)
      .values({
        ...{
          enterpriseId,
          code: `portal-${randomUUID()}`,
          lecturerName,
          lecturerLevel,
          published: false,
          gmtCreate: now,
        },
        sort: sql`(select coalesce(max(sort), 0) + 1 from lecturer where enterprise_id = ${enterpriseId})`,
      })
      .returning({ id: lecturer.id });
    return made!.id;
  },
  read,
  check,
  write: async ({ db, enterpriseId }, id, { userName: _, title, intro, sort, ...profile }) => {
    await db
      .update(lecturer)
      .set({ ...profile, title: title || null, intro: intro || null, ...(sort !== null && { sort }) })
      .where(byId(enterpriseId, id));
  },
  setPublished: async ({ db, enterpriseId }, id, published) => {
    await db.update(lecturer).set({ published }).where(byId(enterpriseId, id));
  },
  consequences: async ({ db, enterpriseId }, id, change) => {
    if (change !== 'hide') return [];
    const { rows } = await db.execute<{ count: number; names: string[] }>(sql`
      select count(*)::int as count, (array_agg(c.title order by c.title))[:20] as names from course c
      where c.enterprise_id = ${enterpriseId} and c.lecturer_id = ${id} and c.status = 'published'`);
    return [{ name: 'lecturerCourses', count: rows[0]!.count, names: rows[0]!.names ?? [] }];
  },
};

async function read({ db, enterpriseId }: Editing, id: string) {
  const [row] = await db.select().from(lecturer).where(byId(enterpriseId, id));
  if (!row) return null;
  const { rows } = await db.execute<{ userName: string }>(sql`
    select user_name as "userName" from enterprise_user where enterprise_id = ${enterpriseId} and user_id = ${row.userId}`);
  const { lecturerName, lecturerLevel, photoFileId, userId } = row;
  const document: LecturerDocument = {
    ...{ lecturerName, lecturerLevel, title: row.title ?? '', intro: row.intro ?? '', photoFileId, userId },
    ...{ userName: rows[0]?.userName ?? null, annualTeachingHours: String(Number(row.annualTeachingHours)) },
    sort: row.sort,
  };
  return { document, isPublished: row.published, isFromPack: !row.code.startsWith('portal-') };
}

async function check({ db, enterpriseId }: Editing, id: string, document: LecturerDocument): Promise<DocumentError[]> {
  const errors: DocumentError[] = [];
  if (!document.lecturerName.trim()) errors.push({ field: 'lecturerName', key: 'field.required' });
  if (!document.lecturerLevel.trim()) errors.push({ field: 'lecturerLevel', key: 'field.required' });
  const { rows } = await db.execute<{ noMember: boolean; isTaken: boolean; noPhoto: boolean }>(sql`
    select ${document.userId}::uuid is not null and not exists (
             select from enterprise_user u where u.enterprise_id = ${enterpriseId} and u.user_id = ${document.userId}) as "noMember",
           exists (select from lecturer l where l.enterprise_id = ${enterpriseId} and l.user_id = ${document.userId} and l.id <> ${id}) as "isTaken",
           ${document.photoFileId}::uuid is not null and not exists (
             select from file f where f.enterprise_id = ${enterpriseId} and f.id = ${document.photoFileId}) as "noPhoto"`);
  const { noMember, isTaken, noPhoto } = rows[0]!;
  if (noMember) errors.push({ field: 'userId', key: 'field.notFound' });
  if (isTaken) errors.push({ field: 'userId', key: 'field.lecturerTaken' });
  if (noPhoto) errors.push({ field: 'photoFileId', key: 'field.notFound' });
  return errors;
}
