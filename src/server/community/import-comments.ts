import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { comment, type SubjectType } from '#src/server/community/tables/comment.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { Comment } from '#src/server/pack/pack-comments.ts';
import { cleanText } from '#src/lib/user-text.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports initial comments. Existing ones are not changed, and deleted ones are not restored. */
export async function importComments(
  importing: Importing,
  people: Ids,
  { courses, projects, announcements }: { courses: Ids; projects: Ids; announcements: Ids },
): Promise<void> {
  for (const { code, replies, course, project, announcement, ...own } of importing.pack.comments) {
    const [subjectType, subjectId] =
      course !== undefined
        ? (['course', courses.get(course)!] as const)
        : project !== undefined
          ? (['project', projects.get(project)!] as const)
          : (['announcement', announcements.get(announcement!)!] as const);
    await writeThread(importing, people, code, { subjectType, subjectId }, { ...own, replies });
  }
}

/** Imports a comment with its replies. `code` identifies it in the tenant. */
export async function writeThread(
  importing: Importing,
  people: Ids,
  code: string,
  subject: { subjectType: SubjectType; subjectId: string },
  { replies, ...own }: Omit<Comment, 'code'>,
): Promise<void> {
  const parentId = await writeComment(importing, code, subject, people.get(own.phone)!, own);
  if (await isDeleted(importing, parentId)) return;
  for (const [i, { to, ...reply }] of replies.entries()) {
    const position = { ...subject, parentId, replyToUserId: to ? people.get(to)! : null };
    await writeComment(importing, `${code}/${i + 1}`, position, people.get(reply.phone)!, reply);
  }
}

type Position = { subjectType: SubjectType; subjectId: string; parentId?: string; replyToUserId?: string | null };

async function writeComment(
  importing: Importing,
  code: string,
  position: Position,
  userId: string,
  { at, text }: { at: string; text: string },
): Promise<string> {
  const { db, enterpriseId, tally } = importing;
  const id = idOf(`${enterpriseId}\ncomment\n${code}`);
  const written = await db
    .insert(comment)
    .values({ enterpriseId, id, ...position, userId, body: cleanText(text), gmtCreate: momentOf(importing, at) })
    .onConflictDoNothing()
    .returning({ id: comment.id });
  tally.add('comment', written.length > 0 ? 'created' : 'unchanged', code);
  return id;
}

async function isDeleted({ db, enterpriseId }: Importing, id: string): Promise<boolean> {
  const here = and(eq(comment.enterpriseId, enterpriseId), eq(comment.id, id));
  return (await db.$count(comment, and(here, isNotNull(comment.deletedAt)))) > 0;
}

/** Derives the id from the code, because comments have no column for it. UUID version 8, from a hash. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
