import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { LedgerKind } from '#src/server/core/db/schema/record.ts';
import type { Context } from '#src/server/core/context.ts';
import { isRanked } from './is-ranked.ts';

/** How many people there are at each total, highest first: what places follow from. Scores are hundredths. */
export class Standings {
  readonly #scores: number[];
  /** People before each level; one more entry at the end: everybody. */
  readonly #before: number[] = [0];

  constructor(levels: { score: number; people: number }[]) {
    this.#scores = levels.map(({ score }) => score);
    for (const { people } of levels) this.#before.push(this.people + people);
  }

  get people(): number {
    return this.#before.at(-1)!;
  }

  /** Place of a total: whoever has more is before it. */
  rankOf(score: number): number {
    return 1 + this.#before[this.#firstAtMost(score)]!;
  }

  /** The lowest total above one; null: there is none. */
  nextAbove(score: number): number | null {
    return this.#scores[this.#firstAtMost(score) - 1] ?? null;
  }

  /** The total at a line of the list (0-based), and how many lines there are before the first one with it. */
  levelAt(line: number): { score: number; before: number } | null {
    if (line >= this.people) return null;
    let [low, high] = [0, this.#scores.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#before[middle + 1]! > line) high = middle;
      else low = middle + 1;
    }
    return { score: this.#scores[low]!, before: this.#before[low]! };
  }

  /** Index of the first level that is not above a score. */
  #firstAtMost(score: number): number {
    let [low, high] = [0, this.#scores.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#scores[middle]! > score) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Up to so many people are counted anew each time, in about a millisecond. */
const FEW = 2_000;
/** How long the standings of more people are good for, ms. */
const KEPT = 10_000;
const MAX_KEPT = 100;
const kept = new LRUCache<string, { until: number; standings: Standings }>({ max: MAX_KEPT });

/**
 * The standings of a ranking. Counting 100,000 people takes tens of milliseconds, and a big company opens its dashboards
 * all at eight: so theirs are counted once in ten seconds and process (docs/decisions/020). Who asks when they are over
 * counts anew, the others go on with what there is until then.
 */
export async function standingsOf({ db, tenant, now }: Context, kind: LedgerKind, year: number): Promise<Standings> {
  const key = `${tenant.id} ${kind} ${year}`;
  const at = now().getTime();
  const known = kept.get(key);
  if (known && known.until > at) return known.standings;
  if (known) known.until = at + KEPT;
  const { rows } = await db.execute<{ score: string; people: number }>(sql`
    select r.score, count(*)::int as people from ranking_total r
    where ${isRanked(tenant.id, kind, year)} group by r.score order by r.score desc`);
  const standings = new Standings(rows.map(({ score, people }) => ({ score: Number(score), people })));
  kept.delete(key);
  if (standings.people > FEW) kept.set(key, { until: at + KEPT, standings });
  return standings;
}
