import type { Data, Input } from '#src/contract/calls.ts';

/** Public reactions to a course or project. */
export type Sums = Data<'GET /course/api/reaction/view'>;
/** The same with the viewer's reactions. */
export type OwnReactions = Data<'GET /course/auth/reaction/view'>;
export type Change = Omit<Input<'POST /course/auth/reaction/save'>, 'subjectType' | 'subjectId'>;

/** Expected result of a change, if nobody else reacts meanwhile. */
export function applyChange(before: OwnReactions, change: Change): OwnReactions {
  const now = { ...before, ratings: [...before.ratings] };
  if (change.liked !== undefined) {
    now.likeCount += Number(change.liked) - Number(before.liked);
    now.liked = change.liked;
  }
  if (change.bookmarked !== undefined) {
    now.bookmarkCount += Number(change.bookmarked) - Number(before.bookmarked);
    now.bookmarked = change.bookmarked;
  }
  if (change.rating === undefined) return now;
  if (before.rating !== null) now.ratings[before.rating - 1]! -= 1;
  if (change.rating !== null) now.ratings[change.rating - 1]! += 1;
  const stars = now.ratings.reduce((sum, count, index) => sum + count * (index + 1), 0);
  now.rating = change.rating;
  now.ratingCount = now.ratings.reduce((sum, count) => sum + count, 0);
  now.ratingMean = now.ratingCount > 0 ? Math.round((stars / now.ratingCount) * 10) / 10 : null;
  return now;
}
