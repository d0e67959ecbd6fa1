import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { loginPath } from '#src/client/login-redirect.ts';
import { SignedOutNote } from '#src/components/SignedOutNote.tsx';
import { useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import type { AttemptView } from './answer.ts';
import { createHall } from './hall.store.ts';
import { HallPaper } from './HallPaper.tsx';
import { endOf, HallReceipt } from './HallReceipt.tsx';
import { watchSwitches } from './screen-switch.ts';

type Props = { view: AttemptView; locale: Locale };

/** The exam hall: the paper, and the receipt in its place once it is submitted. */
export function ExamHall({ view, locale }: Props) {
  const t = useT();
  const [hall] = useState(() => createHall(view));
  const closed = useStore(hall.$closed);
  useEffect(() => {
    const stop = hall.run();
    const unwatch = watchSwitches(hall);
    return () => {
      unwatch();
      stop();
    };
  }, [hall]);
  return (
    <>
      <p role="status" className="sr-only">
        {closed &&
          Object.values(endOf(t, closed, view.switchPolicy))
            .filter(Boolean)
            .join(' ')}
      </p>
      {closed ? <HallReceipt {...{ view, closed }} /> : <HallPaper {...{ hall, view }} />}
      <SignedOutNote
        ended={t('exam:hall.signedOut')}
        replaced={(name) => t('exam:hall.replaced', { name })}
        // In another tab: this one goes on by itself, and nobody takes the attempt over.
        signIn={loginPath(href(locale, '/home'))}
      />
    </>
  );
}
