import { eq } from 'drizzle-orm';
import { findFilteredWords } from './filtered-words.ts';
import { filteredWord } from '#src/server/community/tables/moderation.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** Result of the word filter: the words that it found. */
export type Screened = 'ok' | { reject: string[] } | { review: string[] };

/** Checks a text against the filtered words of the tenant. */
export async function screenText({ db, tenant }: PublicContext, text: string): Promise<Screened> {
  const words = await db
    .select({ word: filteredWord.word, action: filteredWord.action })
    .from(filteredWord)
    .where(eq(filteredWord.enterpriseId, tenant.id));
  const wordsOf = (effect: 'reject' | 'review') => words.filter((row) => row.action === effect).map(({ word }) => word);
  const reject = findFilteredWords(text, wordsOf('reject'));
  if (reject.length > 0) return { reject };
  const review = findFilteredWords(text, wordsOf('review'));
  return review.length > 0 ? { review } : 'ok';
}
