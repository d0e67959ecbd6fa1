import { z } from 'zod';
import { isMoment, resolveMoment } from '#src/server/content/moment.ts';
import { didYouMean } from '#src/server/content/suggest.ts';

/** Longest text of a pack, characters. */
export const MAX_TEXT = 100_000;

/** An object without unknown keys; the message names one unknown key per line, so that each gets its own mistake. */
export function item<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue['keys'].map((key) => `unknown key "${key}"${didYouMean(key, known)}`).join('\n')
        : undefined,
  });
}

const harmless = new Set(['unrecognized_keys', 'custom', 'invalid_format', 'too_small', 'too_big']);
/** A check of fields against each other runs despite other mistakes, as long as these fields have their types. */
export const given = (...fields: string[]): z.core.$ZodSuperRefineParams => ({
  when: ({ issues }) =>
    issues.every(({ code, path }) => harmless.has(code) || !fields.includes(String(path?.[0] ?? fields[0]))),
});

const text = (most: number) =>
  z.string().trim().min(1, 'should not be empty').max(most, `should be at most ${most} characters long`);
/** A name or title. */
export const Line = text(200);
/** A summary or introduction, as lists show it. */
export const Paragraph = text(5_000);
/** What is read on a page of its own. */
export const Text = text(MAX_TEXT);
/** A list that has an end. */
export const list = <Item extends z.ZodType>(of: Item, most: number) =>
  z.array(of).max(most, `should have at most ${most} items`);
export const Code = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'should be a code: lower-case letters, digits and single hyphens')
  .max(64, 'should be at most 64 characters long');
export const Phone = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string().regex(/^1[3-9]\d{9}$/, 'should be a mobile number of 11 digits that starts with 13 to 19'),
);
const localized = <Words extends z.ZodType>(words: Words) => z.union([words, item({ zh: words, en: words })]);
export const LocalizedLine = localized(Line);
export const LocalizedParagraph = localized(Paragraph);
export const Localized = localized(Text);
export const Moment = z
  .string()
  .refine(
    isMoment,
    'should be a moment: relative to the day of import ("-30d", "+3d14h") or ISO 8601 ("2026-05-01", "2026-05-01T09:00")',
  );
/** A path inside the pack folder; that it stays inside and exists is checked by check-media.ts. */
export const MediaPath = text(400);
export const Decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d{1,6}(\.\d{1,2})?$/.test(text), 'should be a number of at most two decimals, like 1.5');
export const Whole = z.int('should be a whole number').min(0, 'should not be negative');
export const Link = z
  .string()
  .regex(/^(\/(?!\/)|https?:\/\/)/, 'should be a path of this site ("/knowledge") or an http(s) address');

/** Whether `end` is later than `start`, wherever the tenant is. */
export function isOrdered(start: string, end: string): boolean {
  // What is no moment was reported as such.
  if (!isMoment(start) || !isMoment(end)) return true;
  const now = new Date();
  return resolveMoment(start, now, 'UTC') < resolveMoment(end, now, 'UTC');
}

export type Localized = z.infer<typeof Localized>;
