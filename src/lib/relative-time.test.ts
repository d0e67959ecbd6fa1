import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 5, 15, 12);
const ago = (seconds: number, language: 'zh' | 'en' = 'en') => relativeTime(now - seconds * 1000, now, language);
const DAY = 86_400;

it('uses the largest unit that is complete', () => {
  expect(
    [59, 60, 3599, 3600, DAY - 1, DAY, 6.9 * DAY, 7 * DAY, 29 * DAY, 31 * DAY, 364 * DAY, 800 * DAY].map((s) => ago(s)),
  ).toEqual([
    null,
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '6 days ago',
    '1 week ago',
    '4 weeks ago',
    '1 month ago',
    '11 months ago',
    '2 years ago',
  ]);
});

it('formats Chinese, accepts dates and texts, and returns null for future times', () => {
  expect(ago(180, 'zh')).toBe('3分钟前');
  expect(relativeTime('2026-06-15T11:00:00.000Z', new Date(now), 'zh')).toBe('1小时前');
  expect(ago(-500)).toBeNull();
});
