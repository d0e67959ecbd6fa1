import { and, eq, isNull, min } from 'drizzle-orm';
import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';
import { resourceAnswer, resourceQuestion } from '#src/server/core/db/schema/study-media.ts';
import type { Context } from '#src/server/core/context.ts';
import {
  clipRanges,
  countSeconds,
  type Range,
  SKIP_TOLERANCE,
  subtractRanges,
  withoutSkipped,
} from '#src/lib/ranges.ts';

type Study = { resource: CatalogueResource; course: { noSkipping: boolean } };
type Played = { fresh: Range[]; watched: Range[]; isComplete: boolean };

/**
 * Applies the rules of a course's player to reported seconds: none after a required question that is not answered yet, and
 * where skipping is forbidden none that do not continue what was watched. A complete resource is played freely.
 * @returns the seconds that may count, and why others do not
 */
export async function heldBack(
  ctx: Context,
  { resource, course }: Study,
  { fresh, watched, isComplete }: Played,
): Promise<{ playable: Range[]; refusal: 'skippedAhead' | 'questionFirst' | null }> {
  if (resource.kind !== 'media' || isComplete || fresh.length === 0) return { playable: fresh, refusal: null };
  const barrier = await openQuestionAt(ctx, resource.id);
  const answered = barrier === null ? fresh : clipRanges(fresh, barrier + SKIP_TOLERANCE);
  const playable = course.noSkipping ? subtractRanges(withoutSkipped(answered, watched), watched) : answered;
  if (countSeconds(playable) < countSeconds(answered)) return { playable, refusal: 'skippedAhead' };
  return { playable, refusal: countSeconds(answered) < countSeconds(fresh) ? 'questionFirst' : null };
}

/** Returns the position of the first required question that the viewer has not answered, in seconds. */
async function openQuestionAt({ db, tenant, viewer }: Context, resourceId: string): Promise<number | null> {
  const [first] = await db
    .select({ at: min(resourceQuestion.atSecond) })
    .from(resourceQuestion)
    .leftJoin(
      resourceAnswer,
      and(
        eq(resourceAnswer.enterpriseId, resourceQuestion.enterpriseId),
        eq(resourceAnswer.questionId, resourceQuestion.id),
        eq(resourceAnswer.userId, viewer.userId),
      ),
    )
    .where(
      and(
        eq(resourceQuestion.enterpriseId, tenant.id),
        eq(resourceQuestion.resourceId, resourceId),
        eq(resourceQuestion.required, true),
        eq(resourceQuestion.published, true),
        isNull(resourceAnswer.questionId),
      ),
    );
  return first?.at ?? null;
}
