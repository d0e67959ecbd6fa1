import { sql, type SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { LedgerKind } from '#src/server/record/tables/ledger.ts';
import type { Context } from '#src/server/core/context.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';

/** The number of users with each total, highest first, from which ranks are computed. Scores are hundredths. */
export class Places {
  readonly #scores: number[];
  /** Users before each level; the last entry is the number of all users. */
  readonly #before: number[] = [0];

  constructor(levels: { score: number; people: number }[]) {
    this.#scores = levels.map(({ score }) => score);
    for (const { people } of levels) this.#before.push(this.people + people);
  }

  /** Number of ranked users. */
  get people(): number {
    return this.#before.at(-1)!;
  }

  /** Returns the rank of a total: one more than the number of users with a higher total. */
  rankOf(score: number): number {
    return 1 + this.#before[this.#firstAtMost(score)]!;
  }

  /** Returns the lowest total above `score`, or null. */
  nextAbove(score: number): number | null {
    return this.#scores[this.#firstAtMost(score) - 1] ?? null;
  }

  /**
   * Returns the total at a line of the list (0-based), and the number of lines before the first one with this total.
   */
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

  /** Index of the first level at or below a score. */
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

/** Rankings of up to this many users are counted for each request, in about a millisecond. */
const MAX_UNCACHED = 2_000;
/** How long the places of larger rankings are cached. */
const TTL_MS = 10_000;
const MAX_CACHED = 100;
const cache = new LRUCache<string, { until: number; places: Places }>({ max: MAX_CACHED });

/**
 * Returns the places of a ranking. Counting 100,000 users takes tens of milliseconds, and in a large enterprise many
 * users open their dashboards at the same time, so each process counts at most once in ten seconds (docs/decisions/020). The
 * first request after that counts again, and requests in the meantime get the cached places.
 */
export async function placesOf({ db, tenant, now }: Context, kind: LedgerKind, year: number): Promise<Places> {
  const key = `${tenant.id} ${kind} ${year}`;
  const at = now().getTime();
  const cached = cache.get(key);
  if (cached && cached.until > at && cached.until <= at + TTL_MS) return cached.places;
  if (cached) cached.until = at + TTL_MS;
  const { rows } = await db.execute<{ score: string; people: number }>(sql`
    select r.score, count(*)::int as people from ranking_total r
    where ${isRanked(tenant.id, kind, year)} group by r.score order by r.score desc`);
  const places = new Places(rows.map(({ score, people }) => ({ score: Number(score), people })));
  cache.delete(key);
  if (places.people > MAX_UNCACHED) cache.set(key, { until: at + TTL_MS, places });
  return places;
}

/**
 * Condition on `ranking_total r` for the rows of a ranking, none if the enterprise does not show it. `ranked` and `score` match the
 * predicate of index `ranking_total_place`.
 */
export function isRanked(enterpriseId: string, kind: LedgerKind, year: number): SQL {
  return sql`r.enterprise_id = ${enterpriseId} and r.kind = ${kind} and r.year = ${year} and r.ranked and r.score > 0
    and ${isShown(enterpriseId, kind, year)}`;
}

/** SQL: whether the enterprise shows a ranking of a year; evaluated once per statement. */
export const isShown = (enterpriseId: string, kind: LedgerKind, year: number): SQL => sql`(
  select (r ->> ${kind}::text)::boolean
         and case when ${year} = 0 then (r ->> 'allYears')::boolean else ${year} >= (r ->> 'fromYear')::int end
  from (select ${rulesSql('rankings', enterpriseId)} as r) shown)`;
