import { reaction } from '#src/server/course/tables.ts';
import type { Importing } from '#src/server/pack/importing.ts';

type Ids = ReadonlyMap<string, string>;

/** Imports initial likes and ratings. Existing reactions of a user to a subject are not changed. */
export async function importReactions(
  { db, enterpriseId, pack, now, tally }: Importing,
  people: Ids,
  { courses, projects }: { courses: Ids; projects: Ids },
): Promise<void> {
  for (const entry of pack.reactions) {
    const subject =
      entry.course !== undefined
        ? { subjectType: 'course' as const, subjectId: courses.get(entry.course)! }
        : { subjectType: 'project' as const, subjectId: projects.get(entry.project!)! };
    const ratings = new Map(
      Object.entries(entry.ratings).flatMap(([stars, phones]) =>
        phones.map((phone) => [phone, Number(stars)] as const),
      ),
    );
    for (const phone of new Set([...entry.likes, ...ratings.keys()])) {
      const written = await db
        .insert(reaction)
        .values({
          enterpriseId,
          ...subject,
          userId: people.get(phone)!,
          likedAt: entry.likes.includes(phone) ? now : null,
          rating: ratings.get(phone) ?? null,
          gmtModified: now,
        })
        .onConflictDoNothing()
        .returning({ userId: reaction.userId });
      tally.add('reaction', written.length > 0 ? 'created' : 'unchanged', entry.course ?? entry.project!);
    }
  }
}
