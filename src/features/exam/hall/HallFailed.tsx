import { useEffect } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Hall } from './hall.store.ts';

type Props = { hall: Hall; onRetry: () => void };

/**
 * In place of an exam screen that could not be rendered. The hall is not part of what failed: answers are saved and the time runs
 * as before, and the end of the attempt shows the receipt.
 */
export function HallFailed({ hall, onRetry }: Props) {
  const t = useT();
  useEffect(() => hall.$closed.listen(onRetry), [hall, onRetry]);
  return (
    <div className="page flex min-h-dvh max-w-xl flex-col items-center justify-center gap-5 text-center">
      <h1 className="text-2xl font-semibold">{t('exam:hall.failed.title')}</h1>
      <p role="alert" className="alert alert-warning text-start">
        <Icon name="warning" />
        {t('exam:hall.failed.hint')}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="btn btn-primary" onClick={onRetry}>
          {t('common:retry')}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => location.reload()}>
          {t('exam:hall.failed.reload')}
        </button>
      </div>
    </div>
  );
}
