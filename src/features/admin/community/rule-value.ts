import type { Translate } from '#src/i18n/format.ts';

/** The value of a rule of the community in words. */
export const ruleValue = (t: Translate, value: unknown): string =>
  typeof value === 'boolean' ? t(value ? 'admin:history.yes' : 'admin:history.no') : String(value);
