import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { comment, type SubjectType } from '#src/server/core/db/schema/community.ts';
import { momentOf, type Importing } from '#src/server/content/importing.ts';
import { cleanText } from '#src/lib/comment-text.ts';

type Ids = ReadonlyMap<string, string>;

/** What people have said, to begin with. It comes once: what was deleted afterwards stays deleted. */
export async function importComments(
  importing: Importing,
  people: Ids,
  { courses, projects, announcements }: { courses: Ids; projects: Ids; announcements: Ids },
): Promise<void> {
  for (const { code, replies, course, project, announcement, ...said } of importing.pack.comments) {
    const [subjectType, subjectId] =
      course !== undefined
        ? (['course', courses.get(course)!] as const)
        : project !== undefined
          ? (['project', projects.get(project)!] as const)
          : (['announcement', announcements.get(announcement!)!] as const);
    const parentId = await say(importing, code, { subjectType, subjectId }, people.get(said.phone)!, said);
    if (await isDeleted(importing, parentId)) continue;
    for (const [i, { to, ...reply }] of replies.entries()) {
      const above = { subjectType, subjectId, parentId, replyToUserId: to ? people.get(to)! : null };
      await say(importing, `${code}/${i + 1}`, above, people.get(reply.phone)!, reply);
    }
  }
}

type Place = { subjectType: SubjectType; subjectId: string; parentId?: string; replyToUserId?: string | null };

async function say(
  importing: Importing,
  code: string,
  place: Place,
  userId: string,
  { at, text }: { at: string; text: string },
): Promise<string> {
  const { db, enterpriseId, counts } = importing;
  const id = idOf(`${enterpriseId}\ncomment\n${code}`);
  const written = await db
    .insert(comment)
    .values({ enterpriseId, id, ...place, userId, body: cleanText(text), gmtCreate: momentOf(importing, at) })
    .onConflictDoNothing()
    .returning({ id: comment.id });
  counts[written.length > 0 ? 'created' : 'unchanged'] += 1;
  return id;
}

async function isDeleted({ db, enterpriseId }: Importing, id: string): Promise<boolean> {
  const here = and(eq(comment.enterpriseId, enterpriseId), eq(comment.id, id));
  return (await db.$count(comment, and(here, isNotNull(comment.deletedAt)))) > 0;
}

/** The same id for the same code: a comment has no column for it. UUID version 8, made of a hash. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
