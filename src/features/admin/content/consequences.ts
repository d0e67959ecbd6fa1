import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';

export type Found = Data<'POST /system/auth/content/consequences'>['consequences'];
type Name = 'courseLearning';

/** A consequence that is offered in the dialog of a publication, not announced. */
const OFFERED = 'courseRestudy';

/** Who must study again what has changed, if an editor wants it, in words; null: nobody. */
export const restudyText = (found: Found, t: Translate): string | null => {
  const [text = null] = consequenceTexts(
    found.filter(({ name }) => name === OFFERED),
    t,
    null,
  );
  return text;
};

/** What a change means for others, in words. */
export const consequenceTexts = (found: Found, t: Translate, without: string | null = OFFERED): string[] =>
  found.flatMap(({ name, count, names }) => {
    if (name === without) return [];
    const text = t(`editing:consequence.${name as Name}`, { count });
    return names.length > 0 ? `${text}: ${names.join(t('editing:listSeparator'))}` : text;
  });
