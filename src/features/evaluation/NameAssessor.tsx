import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { NamePerson } from '#src/features/people/NamePerson.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Evaluation } from './evaluation.ts';

/** For an administrator: everybody who would assess has left, and somebody must be named. */
export function NameAssessor({ id, onDone }: { id: string; onDone: (evaluation: Evaluation) => void }) {
  const t = useT();
  const hydrated = useHydrated();
  const [isNaming, setNaming] = useState(false);
  return (
    <div role="note" className="alert flex flex-wrap">
      <Icon name="info" className="size-5" />
      <p className="min-w-0 grow basis-60">{t('evaluation:unattended.text')}</p>
      <button type="button" className="btn btn-primary btn-sm" disabled={!hydrated} onClick={() => setNaming(true)}>
        {t('evaluation:unattended.action')}
      </button>
      {isNaming && (
        <NamePerson
          title={t('evaluation:unattended.action')}
          hint={t('evaluation:unattended.hint')}
          action={t('evaluation:unattended.save')}
          send={async ({ userId }) => {
            const changed = await api(
              'PUT /course/auth/evaluation/assessor/save',
              { id, userId },
              { isShowErrTip: false },
            );
            notify(t('evaluation:unattended.saved'), 'success');
            onDone(changed);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}
