import { sql, type SQL } from 'drizzle-orm';
import {
  columnsOf,
  type Definition,
  MAX_REPORT_ROWS,
  type Measure,
  type ReportFilter,
  sourceOf,
} from '#src/contract/rules/report.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { inScope } from '#src/server/core/in-department.ts';
import type { Asked } from './sources/source.ts';
import { type Resolved, sourceSql } from './sources/sources.ts';

/* A report as SQL. Its rows have the columns `c0`, `c1`, … and the ids `i0`, … of the things that they name. */

/** What is computed: for whom, and about whom. `scope`: paths of departments; null: everybody. */
export type Report = { asked: Asked; scope: readonly string[] | null; definition: Definition };

const name = (letter: string, at: number) => sql.raw(`${letter}${at}`);
const list = (parts: SQL[], by = sql`, `) => sql.join(parts, by);
const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;

/** Whether its rows are groups, and not those of the source. */
export const isGrouped = ({ groups, measures }: Definition): boolean => groups.length > 0 || measures.length > 0;

/** Columns of the order: that of the report, and all others, so that the order is total. */
function orderOf(definition: Definition): SQL {
  const columns = columnsOf(definition);
  const { sort, groups } = definition;
  const isTime = columns[0]!.type === 'period';
  const at = sort
    ? columns.findIndex(({ key }) => key === sort.by)
    : isTime || !isGrouped(definition)
      ? 0
      : groups.length;
  const isDescending = sort ? sort.descending : at > 0;
  const first = sql`${name('c', at)} ${isDescending ? sql`desc` : sql`asc`} nulls last`;
  return list([first, ...columns.flatMap((_, n) => [name('c', n), name('i', n)])]);
}

function whereOf({ asked, scope, definition }: Report, resolve: (field: string) => Resolved): SQL {
  const { isWhole } = sourceOf(definition.source);
  const own = isWhole ? sql`${scope === null}` : inScope(sql`u.department`, scope);
  return list(
    [own, ...definition.filters.map((filter) => conditionOf(asked, definition, filter, resolve))],
    sql` and `,
  );
}

function conditionOf(
  { enterpriseId, timeZone }: Asked,
  { source }: Definition,
  { field, op, values }: ReportFilter,
  resolve: (field: string) => Resolved,
): SQL {
  const { type, entity } = sourceOf(source).fields[field]!;
  const { text, id, moment } = resolve(field);
  const [value] = values as [string];
  if (op === 'contains') return sql`${text} ilike ${likePattern(value)}`;
  if (entity === 'department')
    return sql`${id} in (select b.id from department f join department b on b.enterprise_id = f.enterprise_id
      and (b.path = f.path or starts_with(b.path, f.path || '/'))
      where f.enterprise_id = ${enterpriseId} and f.id = any(${sql.param(values)}::uuid[]))`;
  if (entity === 'category')
    return sql`${id} in (with recursive below (id) as (
        select f.id from category f where f.enterprise_id = ${enterpriseId} and f.id = any(${sql.param(values)}::uuid[])
        union select f.id from category f join below b on f.parent_id = b.id where f.enterprise_id = ${enterpriseId})
      select id from below)`;
  if (op === 'in') return id ? sql`${id} = any(${sql.param(values)}::uuid[])` : sql`${text} = any(${texts(values)})`;
  if (type === 'day')
    return op === 'from'
      ? sql`${moment} >= ${value}::date::timestamp at time zone ${timeZone}`
      : sql`${moment} < (${value}::date + 1)::timestamp at time zone ${timeZone}`;
  const compared = op === 'from' ? sql`>=` : sql`<=`;
  // Of a month, only the year counts if the filter is a year.
  if (type === 'period') return sql`left(${text}, ${value.length}::int) ${compared} ${value}`;
  return sql`${text} ${compared} ${value}::numeric`;
}

const rounded = (value: SQL): SQL => sql`round((${value})::numeric, 2)::float8`;

function aggregateOf({ aggregate, field }: Measure, at: number): SQL {
  const value = name('m', at);
  if (aggregate === 'count') return field ? sql`count(${value})::float8` : sql`count(*)::float8`;
  if (aggregate === 'people') return sql`count(distinct who)::float8`;
  return rounded(sql`${sql.raw({ sum: 'sum', mean: 'avg', min: 'min', max: 'max' }[aggregate])}(${value})`);
}

/** The groups of a report, and, with `is_total`, all rows as one: `g`. */
function groupsSql(report: Report): SQL {
  const { asked, definition } = report;
  const { groups, measures } = definition;
  const { from, resolve } = sourceSql(asked, definition);
  const counted: Measure[] = measures.length > 0 ? measures : [{ aggregate: 'count', field: null }];
  const needed = [
    sql`1 as one`,
    ...groups.flatMap((group, at) => {
      const { text, id } = resolve(group);
      return [sql`${text} as ${name('g', at)}`, sql`${id ?? sql`null::uuid`} as ${name('h', at)}`];
    }),
    ...counted.flatMap(({ field }, at) => (field ? [sql`${resolve(field).text} as ${name('m', at)}`] : [])),
    ...(counted.some(({ aggregate }) => aggregate === 'people') ? [sql`${resolve('person').id} as who`] : []),
  ];
  const keys = groups.flatMap((_, at) => [name('g', at), name('h', at)]);
  const shown = [
    ...groups.flatMap((_, at) => [
      sql`${name('g', at)} as ${name('c', at)}`,
      sql`${name('h', at)} as ${name('i', at)}`,
    ]),
    ...counted.flatMap((measure, n) => {
      const at = groups.length + n;
      return [sql`${aggregateOf(measure, n)} as ${name('c', at)}`, sql`null::uuid as ${name('i', at)}`];
    }),
  ];
  const isTotal = groups.length > 0 ? sql`grouping(g0) = 1` : sql`true`;
  const sets = groups.length > 0 ? sql`(${list(keys)}), ()` : sql`()`;
  return sql`g as materialized (
    select ${isTotal} as is_total, ${list(shown)}
    from (select ${list(needed)} from ${from} where ${whereOf(report, resolve)}) r
    group by grouping sets (${sets}))`;
}

/** The rows of a list, without an order. */
function rowsSql(report: Report): SQL {
  const { asked, definition } = report;
  const { from, resolve } = sourceSql(asked, definition);
  const shown = columnsOf(definition).flatMap(({ key, type }, at) => {
    const { text, id } = resolve(key);
    return [
      sql`${type === 'number' ? rounded(text) : text} as ${name('c', at)}`,
      sql`${id ?? sql`null::uuid`} as ${name('i', at)}`,
    ];
  });
  return sql`select ${list(shown)} from ${from} where ${whereOf(report, resolve)}`;
}

/** All rows in their order, for files. */
export function allRows(report: Report): SQL {
  const order = orderOf(report.definition);
  return isGrouped(report.definition)
    ? sql`with ${groupsSql(report)} select * from g where is_total = ${report.definition.groups.length === 0} order by ${order}`
    : sql`select * from (${rowsSql(report)}) x order by ${order}`;
}

/** A page of the rows, each with the number of all as `n`; of groups the row of the totals comes first (`is_total`). */
export function pageOfRows(report: Report, { limit, offset }: { limit: number; offset: number }): SQL {
  const order = orderOf(report.definition);
  return isGrouped(report.definition)
    ? sql`with ${groupsSql(report)}, n as (select count(*)::int as n from g where not is_total)
        select * from (select g.*, n.n from g, n where is_total) t
        union all
        select * from (select g.*, n.n from g, n where not is_total order by ${order} limit ${limit} offset ${offset}) p`
    : sql`select false as is_total, x.* from (select * from (${rowsSql(report)}) y order by ${order} limit ${limit} offset ${offset}) x`;
}

/** The number of rows of a list, of which no more than one too many are counted. */
export const countOfRows = (report: Report): SQL =>
  sql`select count(*)::int as n from (select from (${rowsSql(report)}) x limit ${MAX_REPORT_ROWS + 1}) y`;
