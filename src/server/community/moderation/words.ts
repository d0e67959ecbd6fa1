import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { compact } from './filtered-words.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { folded } from '#src/lib/search-words.ts';
import { audit } from '#src/server/core/audit.ts';
import { filteredWord } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';

/** Maximum length of a word, characters. */
const MAX_LENGTH = 50;

/** The filtered words, in alphabetical order. */
export const listWords = ({ db, tenant }: Context) =>
  db
    .select({ id: filteredWord.id, word: filteredWord.word, action: filteredWord.action })
    .from(filteredWord)
    .where(eq(filteredWord.enterpriseId, tenant.id))
    .orderBy(asc(filteredWord.word), asc(filteredWord.id))
    .limit(MAX_ITEMS.filteredWords);

/**
 * Adds filtered words, one per line, or changes what happens with them.
 * @returns how many are new
 * @throws AppError 409 above the limit; 422 for a word that is too long or has no letter or digit
 */
export async function saveWords(ctx: Context, { words, action }: OperationInput<'POST /community/auth/word/save'>) {
  const { db, tenant } = ctx;
  const lines = words.split('\n').map((line) => folded(line).replace(/\s+/g, ' ').trim());
  const wanted = [...new Set(lines.filter((line) => line !== ''))];
  if (wanted.length === 0) throw invalid('field.required');
  if (wanted.some((word) => compact(word) === '')) throw invalid('field.wordWithoutLetters');
  if (wanted.some((word) => word.length > MAX_LENGTH)) throw invalid('field.tooLong');
  const ofTenant = eq(filteredWord.enterpriseId, tenant.id);
  const before = await db.$count(filteredWord, ofTenant);
  await db
    .insert(filteredWord)
    .values(wanted.map((word) => ({ enterpriseId: tenant.id, word, action, gmtCreate: ctx.now() })))
    .onConflictDoUpdate({ target: [filteredWord.enterpriseId, filteredWord.word], set: { action } });
  const after = await db.$count(filteredWord, ofTenant);
  if (after > MAX_ITEMS.filteredWords)
    throw new AppError(409, 'tooManyWords', { params: { limit: MAX_ITEMS.filteredWords } });
  await audit(db, ctx, 'community.word.save', { words: wanted, action }, { about: [tenant.id] });
  return { added: after - before };
}

/** Deletes a filtered word. @throws AppError 404 */
export async function deleteWord(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const [gone] = await db
    .delete(filteredWord)
    .where(and(eq(filteredWord.enterpriseId, tenant.id), eq(filteredWord.id, id)))
    .returning({ word: filteredWord.word });
  if (!gone) throw notFound();
  await audit(db, ctx, 'community.word.delete', gone, { about: [tenant.id] });
  return {};
}

const invalid = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'words', key }] });
