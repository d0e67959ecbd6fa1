import { expect, test } from 'vitest';
import { applyChange, type OwnReactions } from './apply-change.ts';

const NONE: OwnReactions = {
  ...{ likeCount: 4, bookmarkCount: 2, commentCount: 0, studentCount: 9 },
  ...{ ratings: [0, 0, 1, 0, 2], ratingCount: 3, ratingMean: 4.3 },
  ...{ liked: false, bookmarked: false, rating: null },
};

test('a like and a bookmark count once, whatever was before', () => {
  const liked = applyChange(NONE, { liked: true });
  expect([liked.liked, liked.likeCount, liked.bookmarkCount]).toEqual([true, 5, 2]);
  expect(applyChange(liked, { liked: true })).toEqual(liked);
  expect(applyChange(liked, { liked: false })).toEqual(NONE);
  expect(applyChange(NONE, { bookmarked: true }).bookmarkCount).toBe(3);
});

test('a rating replaces one’s own, and the mean has one decimal', () => {
  const four = applyChange(NONE, { rating: 4 });
  expect([four.ratings, four.ratingCount, four.ratingMean]).toEqual([[0, 0, 1, 1, 2], 4, 4.3]);
  const one = applyChange(four, { rating: 1 });
  expect([one.ratings, one.ratingCount, one.ratingMean]).toEqual([[1, 0, 1, 0, 2], 4, 3.5]);
  expect(applyChange(one, { rating: null })).toEqual(NONE);
  expect(NONE.ratings).toEqual([0, 0, 1, 0, 2]);
});

test('without ratings there is no mean', () => {
  const alone = { ...NONE, ratings: [0, 0, 0, 0, 1], ratingCount: 1, ratingMean: 5, rating: 5 };
  expect(applyChange(alone, { rating: null })).toMatchObject({ ratingCount: 0, ratingMean: null, rating: null });
});
