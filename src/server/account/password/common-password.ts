import { dictionary } from '@zxcvbn-ts/language-common';
import type { Tenant } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Shorter words say nothing: nearly every password contains some of them. */
const SHORTEST = 4;
/** Letters that a sign stands for (`p@ssw0rd`), and digits that are typed with Shift (`1qaz@WSX`). */
const LETTERS = new Map(
  Object.entries({ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's' }),
);
const UNSHIFTED = new Map([...'!@#$%^&*()'].map((sign, at) => [sign, '1234567890'[at]!]));
/** Numbers that stand for words in Chinese. */
const LUCKY = new Set(['520', '521', '1314', '5201314', '168', '888']);

let known: Set<string> | undefined;

/**
 * Whether a password is one of those that are tried first (ASVS 6.2.4): among the 49,000 most common, in disguise too, or
 * nothing but such a word, symbols and a usual number. Few common passwords fit our rules as they are; what people make
 * of them so that they fit is what has to be refused.
 * @param context words that everybody tries here: name and key of the tenant, the person's phone
 */
export function isCommonPassword(password: string, context: (string | null)[]): boolean {
  known ??= new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
  const listed = (word: string) => word.length >= SHORTEST && known!.has(word);
  const lower = password.toLowerCase();
  if ([lower, withoutSigns(lower), replaced(lower, UNSHIFTED)].some(listed)) return true;
  for (const word of context.flatMap(wordsOf)) {
    if (/^\d+$/.test(word) ? lower.includes(word) : isOnly(word, lower)) return true;
  }
  // From the first letter to the last one; what stands around it is signs and digits.
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [word, withoutSigns(word), replaced(word, LETTERS)].some(listed) && isOnly(word, lower);
}

/** @throws AppError 422 at field `password` for a password that is too common */
export function refuseCommonPassword(
  password: string,
  { tenant, phone }: { tenant: Tenant; phone: string | null },
): void {
  if (!isCommonPassword(password, [phone, tenant.key, tenant.name])) return;
  throw new AppError(422, 'invalid', { fields: [{ field: 'password', key: 'field.commonPassword' }] });
}

/** Whether a password is this word with nothing but signs and a usual number around it. */
function isOnly(word: string, password: string): boolean {
  if (!password.includes(word)) return false;
  const rest = withoutSigns(password.replace(word, ''));
  return rest === '' || (/^\d+$/.test(rest) && isUsualNumber(rest));
}

/** Up to two digits, a year, counting up or down, one digit over and over, or a lucky number. */
function isUsualNumber(digits: string): boolean {
  return (
    digits.length <= 2 ||
    /^(19|20)\d\d$/.test(digits) ||
    /^(\d)\1+$/.test(digits) ||
    '01234567890'.includes(digits) ||
    '9876543210'.includes(digits) ||
    LUCKY.has(digits)
  );
}

/** The whole text and the words it is made of, as far as they are long enough to mean something. */
function wordsOf(text: string | null): string[] {
  const lower = (text ?? '').toLowerCase();
  const long = (word: string) => word.length >= (/\p{Script=Han}/u.test(word) ? 2 : SHORTEST);
  return [...new Set([withoutSigns(lower), ...lower.split(/[^\p{L}\d]+/u)])].filter(long);
}

const withoutSigns = (text: string) => text.replace(/[^\p{L}\d]/gu, '');
const replaced = (text: string, by: Map<string, string>) => [...text].map((sign) => by.get(sign) ?? sign).join('');
