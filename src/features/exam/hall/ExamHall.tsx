import { useStore } from '@nanostores/react';
import { loginPath } from '#src/client/login-redirect.ts';
import { SignedOutNote } from '#src/components/SignedOutNote.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import type { AttemptView } from './answer.ts';
import type { Hall } from './hall.store.ts';
import { HallPaper } from './HallPaper.tsx';
import { endOf, HallReceipt } from './HallReceipt.tsx';

type Props = { hall: Hall; view: AttemptView };

/** The exam hall: the paper, and the receipt in its place once it is submitted. */
export function ExamHall({ hall, view }: Props) {
  const t = useT();
  const locale = useLocale();
  const closed = useStore(hall.$closed);
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
