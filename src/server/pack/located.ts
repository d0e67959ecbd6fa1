/**
 * A parsed file of a pack. `raw` is its content, present even if it violates the schema, so that references to and from it
 * are checked in the same run; `value` is the validated form, undefined if it contains a mistake.
 */
export type Located<Value> = {
  file: string;
  raw: unknown;
  value?: Value;
  /** Returns the line (from 1) of the deepest part of `path` that exists in the file. */
  lineOf(path: readonly PropertyKey[]): number;
};

export type Report = (mistake: Mistake) => void;

/**
 * Returns the values in `raw` that match a pattern. `*` matches every item of a list or key of a map; `**` matches every
 * item of a list of resources at any depth of `children`.
 */
export function places(raw: unknown, pattern: readonly string[]): { path: PropertyKey[]; value: unknown }[] {
  const walk = (
    value: unknown,
    rest: readonly string[],
    path: PropertyKey[],
  ): { path: PropertyKey[]; value: unknown }[] => {
    const [head, ...tail] = rest;
    if (head === undefined) return [{ path, value }];
    if (value === null || typeof value !== 'object') return [];
    if (head === '*') return Object.keys(value).flatMap((key) => step(value, key, tail, path));
    if (head === '**') {
      if (!Array.isArray(value)) return [];
      return value.flatMap((entry: unknown, index) => [
        ...walk(entry, tail, [...path, index]),
        ...walk(entry, ['children', '**', ...tail], [...path, index]),
      ]);
    }
    return head in value ? step(value, head, tail, path) : [];
  };
  const step = (value: object, key: string, rest: readonly string[], path: PropertyKey[]) =>
    walk((value as Record<string, unknown>)[key], rest, [...path, Array.isArray(value) ? Number(key) : key]);
  return walk(raw, pattern, []);
}
/** `group`: equal for mistakes of the same kind in a file; the message if undefined. */
export type Mistake = { file: string; line: number; message: string; group?: string };
