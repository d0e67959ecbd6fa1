import { useCallback, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { NamePerson } from '#src/features/people/NamePerson.tsx';
import { useT } from '#src/i18n/island.tsx';
import { VIEW } from './run-calls.ts';

/** Adds somebody to the sheet who came without a place. */
export function AddPerson({ sessionId }: { sessionId: string }) {
  const t = useT();
  const hydrated = useHydrated();
  const [isAdding, setAdding] = useState(false);
  const search = useCallback(
    async (keyword: string) =>
      (await api('POST /course/auth/training/run/people/page', { sessionId, keyword, pageSize: 8 })).list,
    [sessionId],
  );
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm font-normal"
        disabled={!hydrated}
        onClick={() => setAdding(true)}
      >
        <Icon name="plus" className="size-4" />
        {t('training:roster.add.action')}
      </button>
      {isAdding && (
        <NamePerson
          title={t('training:roster.add.title')}
          hint={t('training:roster.add.hint')}
          action={t('training:roster.add.save')}
          search={search}
          searchHint={t('training:roster.add.fieldHint')}
          send={async ({ userId }) => {
            await api('POST /course/auth/training/attendance/add', { sessionId, userId }, { isShowErrTip: false });
            notify(t('training:roster.add.saved'), 'success');
            invalidate(VIEW);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
