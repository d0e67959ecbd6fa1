import { z } from 'zod';
import type { CallContract } from '#src/contract/define.ts';
import { MAX_LATEX } from '#src/lib/rich-document/limits.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/*
 * The largest input that an operation accepts, made of a valid one: lists as long, and free texts as long as the contract allows.
 */

type Schema = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  description?: string;
};
/** Free texts; shorter ones are names and codes, which an operation looks up. */
const FREE_TEXT = 100;
/** Description of a document of the editor in the contract. */
const DOCUMENT = 'document of the editor, as JSON';
/** What a body of 1 MB has room for, beside its names. */
const MAX_JSON = 900_000;

/** What texts are filled with. */
export const FILLERS = {
  words: '安全生产 safety first, **read** all of it; 12 < 13 & so on. ',
  formulas: '$\\ce{Fe^{3+} + SO4^{2-} <=> X}$ ',
  brackets: '![[`*_<{(',
};

/**
 * Returns the largest input of a call that is like a valid one.
 * @param filler what texts consist of
 */
export function largestInput(contract: CallContract, valid: object, filler: string): object {
  const schema = z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  for (const share of [1, 0.5, 0.2, 0.05]) {
    const large = enlarged(schema, valid, { filler, share }) as Record<string, unknown>;
    if (JSON.stringify(large).length > MAX_JSON) continue;
    if (contract.input.safeParse(large).success) return large;
    // A rule that the schema does not tell: as many of its fields as are accepted.
    const kept: Record<string, unknown> = { ...valid };
    for (const [name, value] of Object.entries(large))
      if (contract.input.safeParse({ ...kept, [name]: value }).success) kept[name] = value;
    return kept;
  }
  return valid;
}

/** Whether an input has texts of more than a line, or documents: what they consist of makes a difference. */
export function hasFreeText(contract: CallContract): boolean {
  const schema = JSON.stringify(z.toJSONSchema(contract.input, { io: 'input', unrepresentable: 'any' }));
  return (
    schema.includes(DOCUMENT) || [...schema.matchAll(/"maxLength":(\d+)/g)].some(([, max]) => Number(max) > FREE_TEXT)
  );
}

type How = { filler: string; share: number };

function enlarged(schema: Schema, value: unknown, how: How): unknown {
  if (value instanceof Blob) return value;
  const branch = (schema.anyOf ?? schema.oneOf)?.find((each) => fits(each, value));
  if (branch) return enlarged(branch, value, how);
  if (schema.description === DOCUMENT) return largestDocument(how);
  if (Array.isArray(value)) return manyOf(schema, value, how);
  if (typeof value === 'object' && value !== null) return withAll(schema, value as Record<string, unknown>, how);
  return isFreeText(schema) && (typeof value === 'string' || value === undefined)
    ? textOf(how.filler, Math.ceil(schema.maxLength! * how.share))
    : value;
}

function manyOf({ items = {}, maxItems }: Schema, value: unknown[], how: How): unknown[] {
  // Ids are those of rows that exist: as many as the valid input has.
  if (value.length === 0 || items.format === 'uuid') return value;
  const keys = value.map((item) => (typeof item === 'object' && item !== null && 'key' in item ? item.key : undefined));
  // Keys of options are A, B, …; others name what exists. Twice the same is refused.
  const areLetters = keys.every((key, n) => key === letter(n));
  const most = keys[0] === undefined || areLetters ? (maxItems ?? value.length) : value.length;
  return Array.from({ length: Math.max(value.length, Math.ceil(most * how.share)) }, (_, n) => {
    const item = enlarged(items, value[n % value.length], how);
    return areLetters ? { ...(item as object), key: letter(n) } : item;
  });
}
const letter = (n: number) => String.fromCharCode(65 + n);

function withAll({ properties = {} }: Schema, value: Record<string, unknown>, how: How): Record<string, unknown> {
  const all = { ...value };
  for (const [name, schema] of Object.entries(properties)) {
    const large = name === 'pageSize' ? MAX_ITEMS.page : enlarged(schema, value[name], how);
    if (large !== undefined) all[name] = large;
  }
  return all;
}

const isFreeText = ({ type, format, pattern, enum: values, maxLength = 0 }: Schema) =>
  type === 'string' && !format && !pattern && !values && maxLength >= FREE_TEXT;

function fits({ type, const: only, properties }: Schema, value: unknown): boolean {
  if (only !== undefined) return value === only;
  if (value === null) return type === 'null';
  if (value === undefined) return type === 'string';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value !== 'object') return type === typeof value;
  const known = Object.entries(properties ?? {});
  return (
    type === 'object' &&
    known.every(([name, each]) => each.const === undefined || (value as Record<string, unknown>)[name] === each.const)
  );
}

const textOf = (filler: string, length: number) =>
  filler
    .repeat(Math.ceil(length / filler.length))
    .slice(0, length)
    .trim()
    .padEnd(length, 'x');

/** As many paragraphs and formulas as a document may have. */
function largestDocument({ filler, share }: How) {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: textOf(filler, 200) }] };
  const latex = `\\ce{${'Fe^{3+} + SO4^{2-} <=> '.repeat(80)}X}`;
  const formulas = Math.floor(MAX_LATEX / latex.length);
  return {
    type: 'doc',
    content: [
      ...Array.from({ length: formulas }, () => ({ type: 'blockMath', attrs: { latex } })),
      ...Array.from({ length: Math.floor(500 * share) }, () => paragraph),
    ],
  };
}
