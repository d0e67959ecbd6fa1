import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { island, useT } from '#src/i18n/island.tsx';

type Props = { examId: string; waitingCount: number; readyCount: number };

/** Publishes the marked results of an exam, after a confirmation that says what follows. */
export default island<Props>(function PublishMarks({ examId, waitingCount, readyCount }) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const [left, setLeft] = useState(readyCount);
  const publish = useAction(async () => {
    let rest = left;
    while (rest > 0) {
      const { left: after, published } = await api('POST /exam/auth/exam/marking/publish', { examId });
      rest = published === 0 ? 0 : after;
      setLeft(rest);
    }
    setAsked(false);
    notify(t('marking:publish.done'), 'success');
  });
  return (
    <section className="paper flex flex-col gap-3 p-5 sm:p-6" aria-label={t('marking:publish.title')}>
      <h2 className="font-semibold">{t('marking:publish.title')}</h2>
      <p className="text-sm text-muted">
        {waitingCount > 0
          ? t('marking:publish.wait', { count: waitingCount })
          : t('marking:publish.ready', { count: left })}
      </p>
      {isAsked && <p className="text-sm">{t('marking:publish.hint')}</p>}
      <div className="flex flex-wrap gap-3">
        {isAsked ? (
          <>
            <button type="button" className="btn btn-primary" disabled={publish.isPending} onClick={publish.run}>
              {t('marking:publish.confirm', { count: left })}
            </button>
            <button type="button" className="btn" disabled={publish.isPending} onClick={() => setAsked(false)}>
              {t('marking:publish.cancel')}
            </button>
          </>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            disabled={waitingCount > 0 || left === 0}
            onClick={() => setAsked(true)}
          >
            {t('marking:publish.button')}
          </button>
        )}
      </div>
    </section>
  );
});
