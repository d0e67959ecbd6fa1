/* Which texts say nearly the same: by the pairs of characters that they have in common (Dice coefficient). */

/** A text with the id of its question, and the questions that somebody has said are others. */
export type Said = { id: string; distinct: readonly string[]; text: string };
/** `percent`: how much two texts have in common. */
export type Pair = { a: string; b: string; percent: number };

/** What two texts have in common at least, to be similar. */
const LEAST = 0.8;
/** The same as a share of all pairs that either has (Jaccard index), by which sets are ordered and left out. */
const LEAST_OF_ALL = LEAST / (2 - LEAST);
/** Characters of a text that are compared, and pairs that it has at least: shorter ones are alike by chance. */
const LENGTH = 600;
const FEWEST = 4;

/** Most pairs that are found, and comparisons that are made: in a bank where all is alike there are a hundred million. */
export type Bounds = { pairs: number; comparisons: number };

/** The pairs of characters of a text, without case, width, spaces and punctuation. */
export function gramsOf(text: string): Set<number> {
  const plain = text
    .slice(0, 2 * LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, LENGTH);
  const grams = new Set<number>();
  for (let at = 0; at + 1 < plain.length; at += 1) grams.add(plain.charCodeAt(at) * 65_536 + plain.charCodeAt(at + 1));
  return grams;
}

/**
 * Finds the pairs of similar texts, the most similar first. Sets that are similar have one of their rarest elements in common (prefix
 * filtering), so only few are compared.
 * @param only pairs with one of these ids; undefined: all
 * @returns `isPartial`: the bounds were reached, so there may be more
 */
export function similarTexts(
  all: Said[],
  bounds: Bounds,
  only?: ReadonlySet<string>,
): { pairs: Pair[]; isPartial: boolean } {
  const sets = all.map(({ text }) => gramsOf(text));
  const frequency = new Map<number, number>();
  for (const set of sets) for (const gram of set) frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
  const rarest = (set: Set<number>) =>
    [...set]
      .sort((x, y) => frequency.get(x)! - frequency.get(y)! || x - y)
      .slice(0, set.size - Math.ceil(LEAST_OF_ALL * set.size) + 1);
  const index = new Map<number, number[]>();
  const pairs: Pair[] = [];
  let left = bounds.comparisons;
  // Those that are asked for come last, so that the index has all others by then.
  const order = all.map((_, at) => at).filter((at) => sets[at]!.size >= FEWEST);
  if (only) order.sort((x, y) => Number(only.has(all[x]!.id)) - Number(only.has(all[y]!.id)));
  for (const at of order) {
    const { id, distinct } = all[at]!;
    const own = sets[at]!;
    const prefix = rarest(own);
    const compared = new Set<number>();
    if (!only || only.has(id))
      for (const gram of prefix)
        for (const other of index.get(gram) ?? []) {
          if (compared.has(other)) continue;
          compared.add(other);
          if (left <= 0 || pairs.length >= bounds.pairs) return { pairs: sorted(pairs), isPartial: true };
          left -= 1;
          const share = shareOf(own, sets[other]!);
          const { id: b, distinct: others } = all[other]!;
          if (share >= LEAST && !distinct.includes(b) && !others.includes(id))
            pairs.push({ a: b, b: id, percent: Math.floor(share * 100) });
        }
    for (const gram of prefix) {
      const found = index.get(gram);
      if (found) found.push(at);
      else index.set(gram, [at]);
    }
  }
  return { pairs: sorted(pairs), isPartial: false };
}

const sorted = (pairs: Pair[]) => pairs.sort((x, y) => y.percent - x.percent || (x.a + x.b < y.a + y.b ? -1 : 1));

function shareOf(one: Set<number>, other: Set<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let common = 0;
  for (const gram of small) if (large.has(gram)) common += 1;
  return (2 * common) / (one.size + other.size);
}
