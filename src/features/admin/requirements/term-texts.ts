import type { Translate } from '#src/i18n/format.ts';
import type { Requirement } from './requirement-list.ts';

type Terms = Pick<Requirement, 'dueDays' | 'dueFrom' | 'dueOn' | 'repeatMonths'>;

/** By when a requirement is to be fulfilled, in words. */
export function dueText({ dueDays, dueFrom, dueOn }: Terms, t: Translate): string {
  if (dueOn !== null) return t('requirement:dueFixed', { date: dueOn });
  return t(dueFrom === 'joined' ? 'requirement:dueJoined' : 'requirement:dueAssigned', { count: dueDays ?? 0 });
}

/** How often. */
export const repeatText = ({ repeatMonths }: Terms, t: Translate): string =>
  repeatMonths === null ? t('requirement:once') : t('requirement:repeat', { count: repeatMonths });

/** What fulfils it, in words. */
export const subjectsText = (subjects: readonly { title: string }[], t: Translate): string => {
  const titles = subjects.map(({ title }) => title).join(' / ');
  return subjects.length > 1 ? t('requirement:or', { titles }) : titles;
};
