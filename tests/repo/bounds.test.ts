import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#src/contract/calls.ts';

/*
 * All inputs and outputs are bounded: texts, lists and numbers of inputs, and lists of responses. Operations respect the
 * bounds of responses (src/contract/rules/list-limits.ts); a response beyond its bound would be an error.
 */

type Schema = z.core.JSONSchema.BaseSchema;
type Place = { path: string; schema: Schema };

/** Returns all parts of a schema with their paths; references are resolved. */
function placesOf(root: Schema): Place[] {
  const found: Place[] = [];
  const visit = (schema: Schema | boolean | undefined, path: string, above: string[]): void => {
    if (typeof schema !== 'object') return;
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!;
      const named = root.$defs?.[name];
      if (!above.includes(name)) visit(schema.$ref === '#' ? root : named, path, [...above, name]);
      return;
    }
    found.push({ path, schema });
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      visit(each, path, above);
    for (const [key, value] of Object.entries(schema.properties ?? {})) visit(value, `${path}.${key}`, above);
    for (const each of [schema.items, ...(schema.prefixItems ?? [])].flat()) visit(each, `${path}[]`, above);
    visit(schema.additionalProperties, `${path}{}`, above);
  };
  visit(root, '', []);
  return found;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

function unbounded({ schema }: Place): boolean {
  if (schema.enum || schema.const !== undefined) return false;
  if (schema.type === 'string') return schema.maxLength === undefined && schema.format !== 'uuid';
  if (schema.type === 'array') return schema.maxItems === undefined && !schema.prefixItems;
  if (schema.type === 'number' || schema.type === 'integer') return schema.maximum === undefined;
  return Boolean(schema.additionalProperties);
}

/** Inputs without a bound in their schema, with the reason. */
const INPUTS: Record<string, string> = {
  // Fields of one entry: an invalid entry is rejected separately (src/server/exam/check-entries.ts).
  'answers[].epoch': 'compared with the epoch of the request',
  'answers[].revision': 'checked entry by entry',
  scores: 'as many keys as a rubric has criteria at most: a refinement',
  'choices.langs': 'as many keys as a paper has questions at most: a refinement',
  'choices.struck': 'the same',
  'choices.notes': 'the same',
  file: 'bytes are counted while the upload is read, 5 MB at most',
};

/** Lists of responses without a bound in their schema, with the reason. */
const LISTS: Record<string, string> = {
  title: 'a title of at most 200 characters in parts',
  excerpt: 'an excerpt in parts',
};

const names = Object.keys(calls) as (keyof typeof calls)[];

describe('every call', () => {
  it.each(names)('%s has bounds for texts, lists and numbers of its input', (name) => {
    const found = placesOf(schemaOf(calls[name].input, 'input')).filter(unbounded);
    expect(found.map(({ path }) => path).filter((path) => !(path.slice(1) in INPUTS))).toEqual([]);
  });

  it.each(names.filter((name) => !/^\w+ \/exam\//.test(name)))('%s has bounds for lists of its response', (name) => {
    const lists = placesOf(schemaOf(calls[name].data, 'output')).filter(({ schema }) => schema.type === 'array');
    const found = lists.filter(unbounded).map(({ path }) => path);
    expect(found.filter((path) => !(path.split(/[.[\]]+/).at(-1)! in LISTS))).toEqual([]);
  });

  it('returns at most 100 rows per page', () => {
    const sizes = names.flatMap((name) =>
      placesOf(schemaOf(calls[name].input, 'input')).filter(
        ({ path, schema }) => /(size|limit)$/i.test(path) && schema.type !== 'string',
      ),
    );
    expect(sizes.length).toBeGreaterThan(20);
    for (const { path, schema } of sizes) expect(schema.maximum, path).toBeLessThanOrEqual(100);
  });
});
