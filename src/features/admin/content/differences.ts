import { canonicalJson } from '#src/lib/canonical-json.ts';
import type { Difference } from '../kit/ConflictView.tsx';
import type { Conflict } from '../kit/use-editor.ts';

/** Label of each part of a document, and the part in words. */
export type PartTexts<D> = { [K in keyof D]?: [label: string, text: (document: D) => string] };

/** The parts in which two versions of a document differ, in words. A part that looks the same and differs is shown, too. */
export function differencesBetween<D extends object>(
  { base, mine, theirs }: Conflict<D>,
  parts: PartTexts<D>,
): Difference<string>[] {
  const isSame = (name: keyof D, a: D, b: D) => canonicalJson(a[name]) === canonicalJson(b[name]);
  return (Object.entries(parts) as [keyof D & string, [string, (document: D) => string]][])
    .filter(([name]) => !isSame(name, mine, theirs.values))
    .map(([name, [label, text]]) => ({
      ...{ name, label, mine: text(mine), theirs: text(theirs.values) },
      isTheirs: isSame(name, mine, base.values),
    }));
}
