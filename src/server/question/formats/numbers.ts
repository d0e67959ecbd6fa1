import type { Conversion } from './convert.ts';
import type { QuestionDraft } from './draft.ts';

/** A number that a file accepts, from `low` to `high`. `value`: the exact one, if the file names it. */
export type FoundNumber = { value: number | null; low: number; high: number; weight: number };

/**
 * A numerical question as one of ours: a blank that accepts the exact number, because our blanks compare texts; if the file
 * has a range only, a short answer that is marked by a person.
 */
export function numberBlank(
  stem: string,
  numbers: FoundNumber[],
  { report, place }: Conversion,
): Pick<QuestionDraft, 'type' | 'answer'> & { stem: string } {
  const partial = numbers.filter(({ weight }) => weight > 0 && weight < 100);
  if (partial.length > 0)
    report.changed(place, 'partialCredit', {
      weights: partial.map((each) => `${shown(each)} ${each.weight} %`).join(', '),
    });
  const best = Math.max(...numbers.map(({ weight }) => weight));
  const full = numbers.filter(({ weight, low }) => best > 0 && weight === best && Number.isFinite(low));
  const range = full.find(({ value }) => value === null);
  if (range) {
    const { low, high } = range;
    report.changed(place, 'rangeAsShort', { low, high });
    return { type: 'short', stem, answer: full.map(shown).join(' | ') };
  }
  report.changed(place, 'numberAsText');
  for (const { value, low, high } of full)
    if (low !== high) report.changed(place, 'tolerance', { value: value!, low: rounded(low), high: rounded(high) });
  return { type: 'blank', stem, answer: [[...new Set(full.map(({ value }) => String(value)))]] };
}

/** Sums of decimals have digits that nobody wrote. */
const rounded = (value: number) => Number(value.toPrecision(12));
const shown = ({ value, low, high }: FoundNumber): string => (value === null ? `${low} – ${high}` : String(value));
