import { dictionary } from '@zxcvbn-ts/language-common';
import type { Tenant } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Shorter words are ignored: nearly every password contains one. */
const MIN_WORD_LENGTH = 4;
/** Letters that a symbol replaces (`p@ssw0rd`), and digits typed with Shift (`1qaz@WSX`). */
const LETTERS = new Map(
  Object.entries({ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's' }),
);
const UNSHIFTED = new Map([...'!@#$%^&*()'].map((sign, at) => [sign, '1234567890'[at]!]));
/** Numbers that stand for words in Chinese. */
const LUCKY = new Set(['520', '521', '1314', '5201314', '168', '888']);

let known: Set<string> | undefined;

/**
 * Whether a password is a common one (ASVS 6.2.4): one of the 49,000 most common, also with usual substitutions, or
 * such a word with only symbols and a usual number around it. Few common passwords satisfy the rules unchanged; what
 * has to be rejected is how users extend them.
 * @param context words that an attacker tries here: name and key of the tenant, the user's phone number
 */
export function isCommonPassword(password: string, context: (string | null)[]): boolean {
  known ??= new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
  const listed = (word: string) => word.length >= MIN_WORD_LENGTH && known!.has(word);
  const lower = password.toLowerCase();
  if ([lower, withoutSymbols(lower), replaced(lower, UNSHIFTED)].some(listed)) return true;
  for (const word of context.flatMap(wordsOf)) {
    if (/^\d+$/.test(word) ? lower.includes(word) : isOnly(word, lower)) return true;
  }
  // From the first to the last letter; the rest is symbols and digits.
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [word, withoutSymbols(word), replaced(word, LETTERS)].some(listed) && isOnly(word, lower);
}

/** @throws AppError 422 at field `password` for a common password */
export function rejectCommonPassword(
  password: string,
  { tenant, phone }: { tenant: Tenant; phone: string | null },
): void {
  if (!isCommonPassword(password, [phone, tenant.key, tenant.name])) return;
  throw new AppError(422, 'invalid', { fields: [{ field: 'password', key: 'field.commonPassword' }] });
}

/** Whether a password is this word with only symbols and a usual number around it. */
function isOnly(word: string, password: string): boolean {
  if (!password.includes(word)) return false;
  const rest = withoutSymbols(password.replace(word, ''));
  return rest === '' || (/^\d+$/.test(rest) && isUsualNumber(rest));
}

/** Up to two digits, a year, an ascending or descending sequence, one repeated digit, or a lucky number. */
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

/** The whole text and its words, without those that are too short. */
function wordsOf(text: string | null): string[] {
  const lower = (text ?? '').toLowerCase();
  const long = (word: string) => word.length >= (/\p{Script=Han}/u.test(word) ? 2 : MIN_WORD_LENGTH);
  return [...new Set([withoutSymbols(lower), ...lower.split(/[^\p{L}\d]+/u)])].filter(long);
}

const withoutSymbols = (text: string) => text.replace(/[^\p{L}\d]/gu, '');
const replaced = (text: string, by: Map<string, string>) => [...text].map((sign) => by.get(sign) ?? sign).join('');
