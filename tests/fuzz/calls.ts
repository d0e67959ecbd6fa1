import fc, { type Arbitrary } from 'fast-check';
import type { Call } from '#src/contract/calls.ts';
import { HOSTILE, HOSTILE_BODIES, HOSTILE_QUERIES } from './hostile.ts';
import { valuesOf, type JsonSchema } from './from-schema.ts';

type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: JsonSchema }> } };
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

/**
 * A request. `input` is sent as query, JSON body or form, depending on the call; `rawBody` and `rawQuery` are sent
 * unchanged.
 */
export type Sent = { input: unknown } | { rawBody: string } | { rawQuery: string };

/** How the input of a call is sent. */
export type Channel = 'query' | 'json' | 'form';
export type FuzzCall = { name: Call; channel: Channel; schema: JsonSchema };

/** Returns all calls of the document. */
export function callsOf({ paths, components }: OpenApi): FuzzCall[] {
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref ? (components?.schemas?.[schema.$ref.split('/').at(-1)!] ?? {}) : schema;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const name = `${method.toUpperCase()} ${path.replace('/gateway', '')}` as Call;
      const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      if (body) return { name, channel: type === 'application/json' ? 'json' : 'form', schema: resolve(body.schema) };
      const properties = Object.fromEntries(parameters.map((each) => [each.name, resolve(each.schema)]));
      const required = parameters.filter((each) => each.required).map((each) => each.name);
      return { name, channel: 'query', schema: { type: 'object', properties, required } };
    }),
  );
}

/**
 * Generates requests to a call: values of its schema mixed with hostile ones, a valid input with one hostile value, and
 * malformed bodies and queries.
 */
export function sentTo({ channel, schema }: FuzzCall, valid: unknown, ids: readonly string[]): Arbitrary<Sent> {
  const raw =
    channel === 'query'
      ? fc.constantFrom(...HOSTILE_QUERIES).map((rawQuery): Sent => ({ rawQuery }))
      : fc.constantFrom(...HOSTILE_BODIES).map((rawBody): Sent => ({ rawBody }));
  return fc.oneof(
    { weight: 12, arbitrary: valuesOf(schema, ids).map((input): Sent => ({ input })) },
    { weight: 6, arbitrary: spoiled(valid, ids).map((input): Sent => ({ input })) },
    { weight: 1, arbitrary: raw },
  );
}

/** Generates a valid input in which one value is replaced by a hostile one or another id. */
function spoiled(valid: unknown, ids: readonly string[]): Arbitrary<unknown> {
  const places = pathsIn(valid);
  if (places.length === 0) return fc.constant(valid);
  const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...ids));
  return fc.tuple(fc.constantFrom(...places), value).map(([place, other]) => replaceAt(valid, place, other));
}

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return path.length > 0 ? [path] : [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...keys.flatMap((key) => pathsIn((value as Record<string | number, unknown>)[key], [...path, key])),
  ];
}

function replaceAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const at = copy as Record<string | number, unknown>;
  at[key] = replaceAt(at[key], rest, other);
  return copy;
}
