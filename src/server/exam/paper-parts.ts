import { LRUCache } from 'lru-cache';
import type { Change } from '#src/server/core/db/changes.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Drawn } from './compose-paper.ts';
import { readParts, type Exam } from './draw-paper.ts';

/** Questions of all exams in memory; a question is a few KB. */
const MAX_QUESTIONS = 20_000;

const sizeOf = (parts: Drawn[]) => 1 + parts.reduce((sum, { bank }) => sum + bank.length, 0);
const cache = new LRUCache<string, Drawn[]>({ maxSize: MAX_QUESTIONS, sizeCalculation: sizeOf });
let trusted = false;
/** Number of changes so far: what was read before one is not kept. */
let changes = 0;

/**
 * Returns what the paper of an exam is drawn from, like `readParts`, from memory if it has not changed. Triggers on its tables
 * announce changes to all processes at COMMIT; the rules of the exam itself are read at every start.
 */
export async function paperParts(db: TenantDb, exam: Exam): Promise<Drawn[]> {
  const key = `${exam.enterpriseId} ${exam.id} ${exam.paperKind}`;
  const found = cache.get(key);
  if (found) return found;
  const since = changes;
  const parts = await readParts(db, exam);
  if (trusted && since === changes) cache.set(key, parts);
  return parts;
}

/** Removes what a change may have made out of date. Without an enterprise (changes by hand): everything. */
export function forgetPapers({ enterpriseId, tags }: Change): void {
  // The language of the tenant is part of its questions.
  if (!tags.includes('papers') && !tags.includes('tenant')) return;
  changes += 1;
  for (const key of [...cache.keys()]) if (key.startsWith(enterpriseId)) cache.delete(key);
}

/** Enables the cache while changes are received (true), and clears it while they could be missed (false). */
export function trustPapers(on: boolean): void {
  trusted = on;
  changes += 1;
  if (!on) cache.clear();
}
