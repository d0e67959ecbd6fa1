import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';

type Props = { id: string; timeZone: string; /** Null: not confirmed yet. */ confirmedAt: string | null };

/** Asks a member to confirm that they have read an announcement, or says when they did. */
export default island(function ConfirmAnnouncement({ id, timeZone, confirmedAt: given }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [confirmedAt, setConfirmedAt] = useState(given);
  const { run, isPending } = useAction(async () => {
    setConfirmedAt((await api('PUT /user/auth/announcement/user/record/confirm', { id })).confirmedAt);
  });
  return (
    <div className="mt-10 flex flex-col items-center gap-3 rounded-box bg-base-200 p-5 text-center" role="status">
      {confirmedAt ? (
        <p className="flex items-center gap-2">
          <Icon name="check-circle" className="size-5 text-success" />
          {t('announcement:confirm.done', { time: dateTimeText(confirmedAt, timeZone, locale) })}
        </p>
      ) : (
        <>
          <p>{t('announcement:confirm.ask')}</p>
          <button
            type="button"
            className="btn btn-primary"
            disabled={!hydrated || isPending}
            onClick={() => void run()}
          >
            {t('announcement:confirm.button')}
          </button>
        </>
      )}
    </div>
  );
});
