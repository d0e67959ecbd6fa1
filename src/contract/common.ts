import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';

/** An id: a UUID. */
export const Id = z.uuid({ error: 'field.id' });

/** A point in time, ISO 8601 in UTC. Operations may return `Date`. */
export const Instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.string().meta({ format: 'date-time' }),
);

/**
 * Hours, credits, points, scores: an exact decimal as a number with at most two decimals. Operations may return
 * `numeric` text.
 */
export const Amount = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? Number(value) : value),
  z.number(),
);

/**
 * A whole number from `min` to `max`: a JSON number, or decimal digits from a query string or form. `true`, `""`,
 * `"0x10"` and `"1e3"` are rejected, although JavaScript would convert them.
 * @param error translation key of the message if the number is out of range
 */
export const whole = (min: number, max: number, error = 'field.invalid') =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.number({ error }).int({ error }).min(min, { error }).max(max, { error }),
  );

/** The revision of something as it was read; missing for something new. */
export const SeenRevision = whole(0, 2_147_483_647)
  .optional()
  .meta({ description: 'as it was read, required with the id: 409 when somebody else has changed it since' });

/**
 * Input of a save that adds something, or with an id changes it. A change says what its editor has seen, so that nobody overwrites unseen what
 * somebody else has changed meanwhile (docs/specification.md, section "Back office"); without it the answer is 422 at that field.
 * @param seen field that says it: `revision`, or `was` with the values
 */
export const saveOf = <S extends z.ZodType<Record<string, unknown>>>(
  input: S,
  seen: 'revision' | 'was' = 'revision',
  id: 'id' | 'userId' = 'id',
) =>
  input.refine((value) => value[id] === undefined || value[seen] !== undefined, {
    path: [seen],
    error: 'field.required',
  });

export const Empty = z.object({});
export const ById = z.object({ id: Id });

/** A list of the back office: the path of its page in the Chinese form, with the query that selects a tab of the page. */
export const ListPath = z
  .string()
  .max(300, { error: 'field.invalid' })
  .regex(/^\/[\w/-]*(\?[\w=&-]*)?$/, { error: 'field.invalid' });

const PageCurrent = whole(1, MAX_ITEMS.pages).default(1);

/**
 * Input of a paged list (docs/specification.md, section "Lists"): `pageCurrent` starts at 1; the default of `pageSize`
 * depends on the operation.
 * @param maxSize maximum `pageSize`
 */
export const paged = (pageSize = 10, maxSize: number = MAX_ITEMS.page) =>
  z.object({
    pageCurrent: PageCurrent,
    pageSize: whole(1, maxSize).default(pageSize),
  });

/** Order of a list: one of its names, `-` before it for descending; without it, the order of the summary. */
export const sorted = <const N extends string>(...names: N[]) =>
  z.enum([...names, ...names.map((name): `-${N}` => `-${name}`)] as (N | `-${N}`)[]).optional();

/** The paging object of a response. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    pageCurrent: z.number(),
    pageSize: z.number(),
    totalCount: z.number(),
    totalPage: z.number(),
    list: z.array(item).max(MAX_ITEMS.page),
  });

/**
 * For `.meta(schemaName('CatalogueItem'))`: a recursive schema needs a name, so that the OpenAPI document can refer to
 * it. The generator reads the name from `_internal`.
 */
export const schemaName = (name: string) => ({ id: name, _internal: { refId: name } });
