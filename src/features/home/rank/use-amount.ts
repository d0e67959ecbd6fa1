import { useLocale, useT } from '#src/i18n/island.tsx';
import { amountText } from '#src/lib/amount-text.ts';
import type { By } from './rankings.ts';

/** Writes amounts of a ranking with their unit: `12 points`. */
export function useAmount(by: By): (value: number) => string {
  const t = useT();
  const locale = useLocale();
  return (value) => t(`ranking:amount.${by}`, { count: value, value: amountText(value, locale) });
}
