import { sql, type SQL } from 'drizzle-orm';
import type { ResourceKind } from '#src/server/course/catalogue-sql.ts';
import {
  clipRanges,
  countSeconds,
  type Range,
  SKIP_TOLERANCE,
  subtractRanges,
  withoutSkipped,
} from '#src/lib/ranges.ts';
import type { CatalogueResource } from '#src/server/course/read-catalogue.ts';

type Study = {
  resource: { kind: ResourceKind };
  course: { noSkipping: boolean };
  /** Position of the first required question that is not answered (`firstOpenQuestion`). */
  barrier: number | null;
};
type Played = { fresh: Range[]; watched: Range[]; isComplete: boolean };

/**
 * Applies the rules of a course's player to reported seconds: none after a required question that is not answered yet, and
 * where skipping is forbidden none that do not continue what was watched. A complete resource is played freely.
 * @returns the seconds that may count, and why others do not
 */
export function applyPlaybackRules(
  { resource, course, barrier }: Study,
  { fresh, watched, isComplete }: Played,
): { playable: Range[]; refusal: 'skippedAhead' | 'questionFirst' | null } {
  if (resource.kind !== 'media' || isComplete || fresh.length === 0) return { playable: fresh, refusal: null };
  const answered = barrier === null ? fresh : clipRanges(fresh, barrier + SKIP_TOLERANCE);
  const playable = course.noSkipping ? subtractRanges(withoutSkipped(answered, watched), watched) : answered;
  if (countSeconds(playable) < countSeconds(answered)) return { playable, refusal: 'skippedAhead' };
  return { playable, refusal: countSeconds(answered) < countSeconds(fresh) ? 'questionFirst' : null };
}

/** SQL: the position of the first required question of a resource that a user has not answered, in seconds. */
export const firstOpenQuestion = (
  resourceId: SQL,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): SQL => sql`
  (select min(q.at_second) from resource_question q
   where q.enterprise_id = ${enterpriseId} and q.resource_id = ${resourceId} and q.required and q.published
     and not exists (select from resource_answer given where given.enterprise_id = q.enterprise_id
                       and given.question_id = q.id and given.user_id = ${userId}))`;

/** Whether seconds of a resource are reported: media, documents, and the recording of a live class. */
export const isPlayed = ({ kind, totalDuration }: Pick<CatalogueResource, 'kind' | 'totalDuration'>): boolean =>
  kind === 'media' || kind === 'reading' || (kind === 'live' && totalDuration > 0);
