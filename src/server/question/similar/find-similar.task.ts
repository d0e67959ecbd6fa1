import { similarTexts, type Pair } from './similar-texts.ts';

/** Bounds of one search. */
const BOUNDS = { pairs: 500, comparisons: 3_000_000 };

/** Finds similar questions. @param input `bank`: JSON of `[id, distinct, text]` of each question; `ids`: only pairs with one of them */
export function run({ bank, ids }: { bank: Uint8Array; ids: string[] | null }): { pairs: Pair[]; isPartial: boolean } {
  const rows = JSON.parse(new TextDecoder().decode(bank)) as [string, string[], string][];
  const all = rows.map(([id, distinct, text]) => ({ id, distinct, text }));
  return similarTexts(all, BOUNDS, ids ? new Set(ids) : undefined);
}
