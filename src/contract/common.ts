import { z } from 'zod';
import { MOST } from '#src/lib/list-limits.ts';

/** Id of anything: a UUID. */
export const Id = z.uuid({ error: 'field.id' });

/** A moment, ISO 8601 in UTC. Verbs may answer `Date`. */
export const Instant = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.string().meta({ format: 'date-time' }),
);

/** Hours, credits, points, scores: an exact decimal as a number with at most two decimals. Verbs may answer `numeric` text. */
export const Amount = z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.number());

export const Empty = z.object({});
export const ById = z.object({ id: Id });

/** Paged request (spec section 3): 1-based page; `pageSize` defaults per call (spec section 9). */
export const paged = (pageSize = 10) =>
  z.object({
    pageCurrent: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(MOST.page).default(pageSize),
  });

/** The paging object of a response (spec section 3). */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    pageCurrent: z.number(),
    pageSize: z.number(),
    totalCount: z.number(),
    totalPage: z.number(),
    list: z.array(item).max(MOST.page),
  });

/**
 * For `.meta(named('CatalogueItem'))`: a shape that contains itself needs a name, by which the OpenAPI document refers to
 * it. The generator looks for it under `_internal`.
 */
export const named = (name: string) => ({ id: name, _internal: { refId: name } });
