import { createHash } from 'node:crypto';

type Row = Record<string, unknown>;

/**
 * What imports have left in the database: digests by kind, by the columns that were written (joined by commas), and by code. Kept
 * from import to import, because what differs from it was changed in the portal (decision 081).
 */
export type Stamps = Record<string, Record<string, Record<string, string>>>;

/** Length of a digest: an edit that is taken for none would be lost, so that chance is about one in 10¹⁴. */
const DIGEST_CHARS = 8;
/** Longest value that a line about a conflict quotes. */
const MAX_VALUE = 40;

/** Tells what was changed in the portal from what the last import has written. */
export class PortalEdits {
  readonly stamps: Stamps;
  /** One line per object that an import leaves as it is in the portal. */
  readonly conflicts: string[] = [];
  readonly #overwrite: boolean;
  readonly #kept = new Set<string>();

  readonly #takenOver: ReadonlySet<string>;

  /**
   * @param overwrite what was changed in the portal is replaced
   * @param takenOver kinds with codes (`course fire-safety`) of what the portal has taken over
   */
  constructor(before: Stamps, overwrite = false, takenOver: ReadonlySet<string> = new Set()) {
    this.stamps = structuredClone(before);
    this.#overwrite = overwrite;
    this.#takenOver = takenOver;
  }

  /**
   * Whether a stored object is as an import has left it. `unknown`: no import has written down what it left.
   * @param otherwise what counts as left by an import that has written nothing down
   */
  stateOf(kind: string, code: string, stored: Row, otherwise?: Row): 'imported' | 'edited' | 'unknown' {
    if (this.#overwrite) return 'imported';
    if (this.isTakenOver(kind, code)) return 'edited';
    const last = this.#find(kind, code) ?? (otherwise && digestOf(otherwise));
    if (!last || last.columns.some((column) => !(column in stored))) return 'unknown';
    const now = digestOf(Object.fromEntries(last.columns.map((column) => [column, stored[column]])));
    return now.digest === last.digest ? 'imported' : 'edited';
  }

  /** Whether an import has written this object, which is no longer there. */
  isGone(kind: string, code: string): boolean {
    return !this.#overwrite && this.#find(kind, code) !== undefined;
  }

  /** The portal has taken over this object, or that which it is a part of (`resource/fire-safety`). */
  isTakenOver(kind: string, code: string): boolean {
    const [part, owner] = kind.split('/');
    const whole = part === 'resource' || part === 'mediaQuestion' ? `course ${owner}` : `${kind} ${code}`;
    return !this.#overwrite && this.#takenOver.has(whole);
  }

  get overwrites(): boolean {
    return this.#overwrite;
  }

  /** The object is now as the pack says. @param otherwise as in `stateOf`: nothing is written down for what equals it */
  stamp(kind: string, code: string, row: Row, otherwise?: Row): void {
    const { columns, digest } = digestOf(row);
    const groups = (this.stamps[kind] ??= {});
    for (const group of Object.values(groups)) delete group[code];
    if (!otherwise || digestOf(otherwise).digest !== digest) (groups[columns.join(',')] ??= {})[code] = digest;
    for (const [key, group] of Object.entries(groups)) if (Object.keys(group).length === 0) delete groups[key];
    if (Object.keys(groups).length === 0) delete this.stamps[kind];
  }

  /** Columns of the stamp of an object. */
  columnsOf(kind: string, code: string): string[] {
    return this.#find(kind, code)?.columns ?? [];
  }

  /** The object is left as it is in the portal; what it owns must be left, too. */
  keep(kind: string, code: string, conflict: string): void {
    this.#kept.add(`${kind} ${code}`);
    this.conflicts.push(conflict);
  }

  isKept(kind: string, code: string): boolean {
    return this.#kept.has(`${kind} ${code}`);
  }

  #find(kind: string, code: string): { columns: string[]; digest: string } | undefined {
    for (const [columns, group] of Object.entries(this.stamps[kind] ?? {})) {
      const digest = group[code];
      if (digest !== undefined) return { columns: columns.split(','), digest };
    }
    return undefined;
  }
}

/** Says in which columns an object of the portal differs from the pack, with short values. */
export function conflictLine(item: { kind: string; name: string }, stored: Row, row: Row): string {
  const named = Object.keys(row)
    .filter((column) => canonical(stored[column]) !== canonical(row[column]))
    .map((column) => {
      const [here, pack] = [shortValue(column, stored[column]), shortValue(column, row[column])];
      return here === null || pack === null ? wordsOf(column) : `${wordsOf(column)} (portal ${here}, pack ${pack})`;
    });
  return `${item.kind} "${item.name}" was changed in the portal and stays: ${named.join(', ')}`;
}

/** A value for the operator; null for what says nothing: ids, versions, lists, long texts. */
function shortValue(column: string, value: unknown): string | null {
  if (value === undefined || value === null) return column.endsWith('Id') ? null : 'none';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' || column.endsWith('Id') || column === 'version') return null;
  const text = String(value);
  return text.length > MAX_VALUE ? null : text;
}

/** `maxAttempts` becomes `max attempts`; the version of a question stands for what it says. */
const wordsOf = (column: string) =>
  column === 'version' ? 'content' : column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function digestOf(row: Row): { columns: string[]; digest: string } {
  const columns = Object.keys(row).sort();
  const text = canonical(columns.map((column) => row[column]));
  return { columns, digest: createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARS) };
}

/** JSON with keys in order, in which equal values are equal texts; a missing value is null. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
