import type { Outcome, Tally } from '#src/server/pack/tally.ts';

/** Number of names that are printed for a kind and an outcome. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

const WORDS: Record<Outcome, string> = {
  created: 'new',
  updated: 'changed',
  unchanged: 'unchanged',
  unpublished: 'removed from the pack, to be unpublished',
  kept: 'changed in the portal, left as they are',
  absent: 'not in the pack, left as they are',
};

/** Describes what an import would do: one line per kind of object, with the names of those that it would not leave alone. */
export function describeChanges({ kinds }: Tally): string[] {
  return [...kinds].map(([kind, changes]) => {
    const parts = (Object.keys(WORDS) as Outcome[])
      .filter((outcome) => changes[outcome].length > 0)
      .map((outcome) => {
        const names = changes[outcome];
        const listed = outcome === 'unchanged' ? '' : ` (${listOf([...new Set(names)])})`;
        return `${names.length} ${WORDS[outcome]}${listed}`;
      });
    return `${kind}: ${parts.join('; ')}`;
  });
}

function listOf(names: string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
