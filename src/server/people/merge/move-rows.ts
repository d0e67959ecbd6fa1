import type pg from 'pg';
import { MERGE_COLUMNS } from './merge-tables.ts';

export type Pair = { enterpriseId: string; removedId: string; keptId: string };
/** A unique key of a table: its columns besides enterprise and member, and the condition of the index. */
type Key = { column: string; others: string[]; predicate: string | null };

/** Unique keys that contain a column which names a member, with their table. */
const KEYS = `
select c.relname as table, m.attname as column, pg_get_expr(i.indpred, i.indrelid) as predicate,
       array(select a.attname::text from unnest(i.indkey::int2[]) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k
             where a.attname not in ('enterprise_id', m.attname)) as others
from pg_index i
join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace and not c.relispartition
join pg_attribute m on m.attrelid = c.oid and m.attnum = any (i.indkey::int2[])
where i.indisunique and c.relname || '.' || m.attname = any($1)`;

/** Moves the rows of the removed record to the kept one, by the rules of `MERGE_COLUMNS`. */
export async function moveRows(client: pg.ClientBase, { enterpriseId, removedId, keptId }: Pair): Promise<void> {
  const moved = MERGE_COLUMNS.filter(({ rule }) => rule !== 'stay' && rule !== 'code');
  const { rows } = await client.query<Key & { table: string }>(KEYS, [
    moved.map(({ table, column }) => `${table}.${column}`),
  ]);
  const values = [enterpriseId, removedId, keptId];
  for (const { table, column, rule, first } of moved) {
    if (first) await client.query(first(table), values);
    const keys = rows.filter((key) => key.table === table && key.column === column);
    const same = keys.map((key) => sameRow(table, key)).join(' or ') || 'false';
    const own = `t.enterprise_id = $1 and t.${column} = $2`;
    if (rule === 'kept' && keys.length > 0)
      await client.query(`delete from ${table} t where ${own} and (${same})`, values);
    const left = rule === 'leave' && keys.length > 0 ? `and not (${same})` : '';
    await client.query(`update ${table} t set ${column} = $3 where ${own} ${left}`, values);
  }
}

/** SQL condition: the kept record has the row of a unique key. Of a key with a condition only rows count that satisfy it. */
function sameRow(table: string, { column, others, predicate }: Key): string {
  const alike = others.map((other) => `and k.${other} is not distinct from t.${other}`).join(' ');
  const within = `(select * from ${table} where ${predicate ?? 'true'})`;
  const applies = predicate ? `(select ${predicate} from (select t.*) own)` : 'true';
  return `(${applies} and exists (select from ${within} k where k.enterprise_id = $1 and k.${column} = $3 ${alike}))`;
}
