import type { z } from 'zod';
import { didYouMean } from '#src/server/content/suggest.ts';

type Issue = z.core.$ZodIssue;
export type Finding = { path: PropertyKey[]; message: string };

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a set of keys',
  record: 'a set of keys',
};

/** Turns zod's issues into plain findings: one per mistake, naming what was expected and what was found. */
export function findings(issues: readonly Issue[], input: unknown): Finding[] {
  const found = issues.flatMap((issue) => describe(issue, input));
  // A misspelled key is one slip: do not also report the key it stands for as missing.
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
    // The schema's message has one line per key, see `item` in pack.ts.
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: messages[index] ?? `unknown key "${key}"`,
    }));
  }
  if (value === undefined && path.length > 0 && issue.code !== 'custom') {
    return [{ path, message: `"${String(path.at(-1))}" is missing` }];
  }
  // A message that is a whole sentence speaks for itself; one that starts with "should" wants its subject.
  if (issue.code === 'custom' && !issue.message.startsWith('should')) return [{ path, message: issue.message }];
  if (issue.code === 'invalid_union') return describeUnion(issue, value, input);
  return [{ path, message: `${subject(path)}${expectation(issue, value)}${butIs(value)}` }];
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion, value: unknown, input: unknown): Finding[] {
  const { path } = issue;
  if (issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
    return [{ path, message: `${subject(path)}${oneOf(options, value)}${butIs(value)}` }];
  }
  // The branch meant is the one whose own type fits; among those the one with a likely slip or the fewest issues.
  const meant = issue.errors
    .filter((branch) => !branch.some((inner) => inner.path.length === 0 && isAboutType(inner)))
    .map((branch) => branch.flatMap((inner) => describe({ ...inner, path: [...path, ...inner.path] }, input)))
    .sort((a, b) => weight(a) - weight(b))[0];
  if (meant) return meant;
  const wanted = issue.errors.map((branch) => expectation(branch[0]!, value).replace(/^should be /, ''));
  return [{ path, message: `${subject(path)}should be ${[...new Set(wanted)].join(' or ')}${butIs(value)}` }];
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

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}
