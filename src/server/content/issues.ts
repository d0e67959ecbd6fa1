import type { z } from 'zod';
import { didYouMean } from '#src/server/pack/suggest.ts';

type Issue = z.core.$ZodIssue;
/** `group`: the message without the actual value, equal for mistakes of the same kind. */
export type Finding = { path: PropertyKey[]; message: string; group?: string };

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a set of keys',
  record: 'a set of keys',
};

/** Converts zod's issues to findings: one per mistake, with the expected and the actual value. */
export function findings(issues: readonly Issue[], input: unknown): Finding[] {
  const found = issues.flatMap((issue) => describe(issue, input));
  // For a misspelled key the missing correct key is not reported in addition.
  return found.filter((finding) => {
    const key = finding.path.at(-1);
    if (key === undefined || !finding.message.endsWith('is missing')) return true;
    const parent = finding.path.slice(0, -1).join('/');
    return !found.some(
      (other) =>
        other.path.slice(0, -1).join('/') === parent && other.message.includes(`(did you mean "${String(key)}"?)`),
    );
  });
}

function describe(issue: Issue, input: unknown): Finding[] {
  const { path } = issue;
  const value = valueAt(input, path);
  if (issue.code === 'unrecognized_keys') {
    // The schema's message has one line per key, see `item` in fields.ts.
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: messages[index] ?? `unknown key "${key}"`,
    }));
  }
  if (value === undefined && path.length > 0 && issue.code !== 'custom') {
    return [{ path, message: `"${String(path.at(-1))}" is missing` }];
  }
  // A message that starts with "should" needs a subject; others are complete sentences.
  if (issue.code === 'custom' && !issue.message.startsWith('should')) return [{ path, message: issue.message }];
  if (issue.code === 'invalid_union') return describeUnion(issue, value, input);
  return [finding(path, expectation(issue, value), value)];
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion, value: unknown, input: unknown): Finding[] {
  const { path } = issue;
  if (issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
    return [finding(path, oneOf(options, value), value)];
  }
  // The intended branch is one whose type matches; of several the one with a likely misspelling, else with the fewest
  // issues.
  const intended = issue.errors
    .filter((branch) => !branch.some((inner) => inner.path.length === 0 && isAboutType(inner)))
    .map((branch) => branch.flatMap((inner) => describe({ ...inner, path: [...path, ...inner.path] }, input)))
    .sort((a, b) => weight(a) - weight(b))[0];
  if (intended) return intended;
  const wanted = issue.errors.map((branch) => expectation(branch[0]!, value).replace(/^should be /, ''));
  return [finding(path, `should be ${[...new Set(wanted)].join(' or ')}`, value)];
}

function finding(path: PropertyKey[], wanted: string, value: unknown): Finding {
  const group = `${subject(path)}${wanted}`;
  return { path, message: `${group}${butIs(value)}`, group };
}

const isAboutType = (issue: Issue) => issue.code === 'invalid_type' || issue.code === 'invalid_value';
const weight = (branch: Finding[]) =>
  branch.length - (branch.some((finding) => finding.message.includes('did you mean')) ? 100 : 0);

function expectation(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type') return `should be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return oneOf(issue.values, value);
  return issue.message;
}

function oneOf(options: readonly unknown[], value: unknown): string {
  const words = options.map(String);
  const list = words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
  return `should be ${list}${typeof value === 'string' ? didYouMean(value, words) : ''}`;
}

function subject(path: PropertyKey[]): string {
  const names = path.filter((part) => typeof part === 'string');
  const last = path.at(-1);
  if (typeof last === 'number')
    return names.length > 0 ? `item ${last + 1} of "${names.at(-1)}" ` : `item ${last + 1} `;
  return last === undefined ? '' : `"${String(last)}" `;
}

function butIs(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return ', but is empty';
  if (Array.isArray(value)) return ', but is a list';
  if (typeof value === 'object') return ', but is a set of keys';
  const text = typeof value === 'string' ? value : String(value);
  return `, but is ${typeof value === 'string' ? `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"` : text}`;
}

/** Returns the value at a path, or undefined. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}
