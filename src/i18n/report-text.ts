import type { Translate } from './format.ts';

/* Names of reports in words, in pages, files and e-mails. The texts are `reports:field`, `reports:aggregate` and `reports:value`. */

/** The heading of a column: "Hours", "Mean of progress". */
export function reportColumnText(
  { field, aggregate }: { field: string | null; aggregate: string | null },
  t: Translate,
): string {
  const name = field ? t(`reports:field.${field}`) : '';
  if (!aggregate) return name;
  return field ? t(`reports:aggregate.of.${aggregate}`, { name }) : t(`reports:aggregate.${aggregate}`);
}

/** A value of a column. */
export const reportValueText = (
  { type, field }: { type: string; field: string | null },
  value: string,
  t: Translate,
): string => (type === 'choice' ? t(`reports:value.${field}.${value}`) : value);
