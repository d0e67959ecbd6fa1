import type pg from 'pg';

/** What EXPLAIN says about one execution: milliseconds, and blocks of 8 KB that were read. */
export type Explained = { ms: number; planning: number; buffers: number };
type Answer = {
  'Planning Time': number;
  'Execution Time': number;
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
};

/**
 * Executes a statement with EXPLAIN.
 * @param options.isGeneric with the plan that `readPrepared` uses, which does not depend on the values
 */
export async function figuresOf(
  client: pg.Client,
  text: string,
  values: unknown[],
  { isGeneric = false } = {},
): Promise<Explained> {
  const explain = 'explain (analyze, buffers, timing off, format json)';
  let answer: { rows: { 'QUERY PLAN': [Answer] }[] };
  if (isGeneric) {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare explained as ${text}`);
    answer = await client.query(`${explain} execute explained(${values.map(literal).join(', ')})`);
    await client.query('deallocate explained; reset plan_cache_mode');
  } else {
    answer = await client.query(`${explain} ${text}`, values);
  }
  const [{ Plan, ...times }] = answer.rows[0]!['QUERY PLAN'];
  return {
    ms: times['Execution Time'],
    planning: times['Planning Time'],
    buffers: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
  };
}

const literal = (value: unknown): string => (Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`);

export function medians(runs: Explained[]): Explained {
  const of = (name: keyof Explained) => median(runs.map((run) => run[name]));
  return { ms: of('ms'), planning: of('planning'), buffers: of('buffers') };
}

const median = (figures: number[]) => figures.sort((a, b) => a - b)[figures.length >> 1]!;
