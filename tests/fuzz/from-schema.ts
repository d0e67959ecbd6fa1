import fc, { type Arbitrary } from 'fast-check';
import { HOSTILE } from './hostile.ts';

/** The part of JSON Schema that the contract uses in the OpenAPI 3.1 document. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** One of this many values is hostile, at every level. */
const HOSTILE_ONE_OF = 9;
/** Maximum length of generated valid lists and texts; the hostile values contain longer ones. */
const MAX_ITEMS = 5;
const MAX_TEXT = 60;

/** Generates values of a schema, mixed with hostile ones. @param ids used for UUIDs */
export function valuesOf(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof(
    { weight: HOSTILE_ONE_OF - 1, arbitrary: fitting(schema, ids) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
  );
}

function fitting(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((each) => valuesOf(each, ids)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((each) => fitting(each, ids))).map((all) => merge(all));
  const types = [schema.type ?? 'unknown'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, ids)));
}

const merge = (parts: unknown[]): unknown => Object.assign({}, ...parts);

function ofType(type: string, schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  if (type === 'string') return text(schema, ids);
  if (type === 'integer')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 50, 2 ** 31) });
  if (type === 'number') return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return list(schema, ids);
  if (type === 'object') return record(schema, ids);
  return fc.jsonValue({ maxDepth: 2 });
}

function text({ format, pattern, minLength, maxLength }: JsonSchema, ids: readonly string[]): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
  const longest = Math.min(maxLength ?? MAX_TEXT, MAX_TEXT);
  return fc.string({ minLength: Math.min(minLength ?? 0, longest), maxLength: longest, unit: 'grapheme' });
}

function list(
  { items, prefixItems, minItems = 0, maxItems }: JsonSchema,
  ids: readonly string[],
): Arbitrary<unknown[]> {
  if (prefixItems) return fc.tuple(...prefixItems.map((each) => valuesOf(each, ids)));
  return fc.array(valuesOf(items ?? {}, ids), {
    minLength: Math.min(minItems, MAX_ITEMS),
    maxLength: Math.min(maxItems ?? MAX_ITEMS, MAX_ITEMS),
  });
}

function record({ properties = {}, required = [] }: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each, ids)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in properties) });
}
