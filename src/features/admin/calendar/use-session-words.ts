import { useT } from '#src/i18n/island.tsx';
import type { SessionWords } from './session-values.ts';

/** How the calendar, and each history, says the settings of a session. @param names of what can be chosen, as far as it is known */
export function useSessionWords(names: Pick<SessionWords, 'rooms' | 'lecturers'>): SessionWords {
  const t = useT();
  return {
    ...{ t, ...names },
    labels: {
      ...{ title: t('calendar:form.title'), startAt: t('calendar:form.startAt'), endAt: t('calendar:form.endAt') },
      ...{
        place: t('calendar:form.place'),
        room: t('calendar:form.roomId'),
        lecturerId: t('calendar:form.lecturerId'),
      },
      ...{ assistantIds: t('calendar:form.assistants'), capacity: t('calendar:form.capacity') },
      ...{ bookingUntil: t('calendar:form.bookingUntil'), waitingList: t('calendar:form.waitingList') },
      ...{ passRequired: t('calendar:form.passRequired'), signInFrom: t('calendar:form.signInFrom') },
      ...{ lateAfter: t('calendar:form.lateAfter'), earlyLeave: t('calendar:form.earlyLeave') },
      ...{ signOutRequired: t('calendar:form.signOutRequired'), earlyCounts: t('calendar:form.earlyCounts') },
      location: t('calendar:form.location'),
    },
  };
}
