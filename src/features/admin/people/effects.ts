import { invalidate } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { PAGE, VIEW } from './people-list.ts';

type OfOne = Data<'POST /user/auth/people/consequences'>;
type OfMany = Data<'POST /user/auth/people/bulk/consequences'>;
export type Consequences = OfOne | OfMany;

/** Of each act, what is said about its consequences, in this order. */
const SAID = {
  disable: ['sessions', 'openAttempts', 'openTasks', 'superiorOf', 'headOf', 'grants'],
  transfer: ['superiorOf', 'headOf', 'grants'],
  endSessions: ['sessions', 'openAttempts'],
  enable: ['grants'],
  invite: ['registered', 'noPhone', 'noEmail'],
} as const;
export type Act = keyof typeof SAID;

/** Says what an act does to members: "Three departments have no head who can sign in". */
export function effects(t: Translate, act: Act, consequences: Consequences): string[] {
  const said = SAID[act].flatMap((name) => {
    // Only changes of several members have all of them.
    const value = (consequences as Partial<OfMany & OfOne>)[name] ?? 0;
    const count = Array.isArray(value) ? value.length : value;
    if (count === 0) return [];
    const text = t(`people:effect.${act}.${name}`, { count });
    return Array.isArray(value)
      ? [t('people:effect.named', { text, names: value.join(t('people:table.comma')) })]
      : [text];
  });
  const unchangeable = 'unchangeable' in consequences ? consequences.unchangeable : 0;
  return [
    t(`people:effect.${act}.first`),
    ...said,
    ...(unchangeable > 0 ? [t('people:effect.unchangeable', { count: unchangeable })] : []),
  ];
}

/** Reads again what shows members. */
export const peopleChanged = () =>
  invalidate(PAGE, VIEW, 'POST /user/auth/people/session/page', 'POST /data/auth/history/page');
