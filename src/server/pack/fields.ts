import { z } from 'zod';
import { departmentPath } from './department.ts';
import { isEmail } from '#src/lib/email.ts';
import { isPhone, plainNumber } from '#src/lib/phone.ts';
import { isMoment, resolveMoment } from './moment.ts';
import { didYouMean } from './suggest.ts';

/** Maximum length of a text in characters. */
export const MAX_TEXT = 100_000;

/**
 * Schema of an object without unknown keys. The message has one line per unknown key, from which separate mistakes are
 * made.
 */
export function item<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue['keys'].map((key) => `unknown key "${key}"${didYouMean(key, known)}`).join('\n')
        : undefined,
  });
}

const valueIssues = new Set(['unrecognized_keys', 'custom', 'invalid_format', 'too_small', 'too_big']);
/** Option of `superRefine`: the check runs despite other mistakes if the given fields have the right types. */
export const given = (...fields: string[]): z.core.$ZodSuperRefineParams => ({
  when: ({ issues }) =>
    issues.every(({ code, path }) => valueIssues.has(code) || !fields.includes(String(path?.[0] ?? fields[0]))),
});

/** A text of one or several lines with a maximum length. */
export const text = (most: number) =>
  z.string().trim().min(1, 'should not be empty').max(most, `should be at most ${most} characters long`);
/** A name or title. */
export const Line = text(200);
/** The path of a department, without spaces around its separators. */
export const Department = z.string().transform(departmentPath).pipe(Line);
/** A summary or introduction. */
export const Paragraph = text(5_000);
/** A text with a page of its own. */
export const Text = text(MAX_TEXT);
/** A list with a maximum number of items. */
export const list = <Item extends z.ZodType>(of: Item, most: number) =>
  z.array(of).max(most, `should have at most ${most} items`);
export const Code = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'should be a code: lower-case letters, digits and single hyphens')
  .max(64, 'should be at most 64 characters long');
export const Phone = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z
    .string()
    .overwrite(plainNumber)
    .refine(
      isPhone,
      'should be a mobile number: 11 digits that start with 13 to 19, or with country code, like "+85291234567"',
    ),
);
const YES_NO: Record<string, boolean> = Object.fromEntries([
  ...['true', 't', 'yes', 'y', '1', '对', '正确', '是', '√', '✓'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', '0', '错', '错误', '否', '×', '✗'].map((word) => [word, false] as const),
]);
/** True or false, also as a word: people write the answer of a question like on paper. */
export const YesNo = z.preprocess(
  (value) => (typeof value === 'string' ? (YES_NO[value.trim().toLowerCase()] ?? value) : value),
  z.boolean(),
);
export const Email = z.string().trim().toLowerCase().refine(isEmail, 'should be an e-mail address');
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
/** A path in the folder of the pack; check-media.ts checks that it is inside and exists. */
export const MediaPath = text(400);
export const Decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d{1,6}(\.\d{1,2})?$/.test(text), 'should be a number of at most two decimals, like 1.5');
export const Whole = z.int('should be a whole number').min(0, 'should not be negative');
export const Link = z
  .string()
  .regex(/^(\/(?!\/)|https?:\/\/)/, 'should be a path of this site ("/knowledge") or an http(s) address');

/** Whether `end` is later than `start`. True for invalid moments. */
export function isOrdered(start: string, end: string): boolean {
  // Invalid moments are reported by their own schema.
  if (!isMoment(start) || !isMoment(end)) return true;
  const now = new Date();
  return resolveMoment(start, now, 'UTC') < resolveMoment(end, now, 'UTC');
}

export type Localized = z.infer<typeof Localized>;
