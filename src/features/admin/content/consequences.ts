import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';

type Found = Data<'POST /system/auth/content/consequences'>['consequences'];
type Name = 'courseLearning';

/** What a change means for others, in words. */
export const consequenceTexts = (found: Found, t: Translate): string[] =>
  found.map(({ name, count, names }) => {
    const text = t(`editing:consequence.${name as Name}`, { count });
    return names.length > 0 ? `${text}: ${names.join(t('editing:listSeparator'))}` : text;
  });
