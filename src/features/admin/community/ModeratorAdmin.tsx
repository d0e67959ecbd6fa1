import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import { findColleagues } from '#src/features/community/community-search.ts';
import { useFound } from '#src/features/community/use-found.ts';

const LIST = 'GET /community/auth/moderator/list';

/** Appointed moderators, and the search for further ones. */
export function ModeratorAdmin() {
  const t = useT();
  const hydrated = useHydrated();
  const moderators = useCall(LIST, {});
  const [keyword, setKeyword] = useState('');
  const found = useFound(keyword, findColleagues, 1);
  const { run: save } = useAction(async (userId: string, on: boolean) => {
    await api('PUT /community/auth/moderator/save', { userId, on });
    const undo = async () => {
      await api('PUT /community/auth/moderator/save', { userId, on: true });
      invalidate(LIST);
    };
    notify(t('moderation:admin.saved'), 'success', on ? undefined : { label: t('admin:undo'), undo });
    if (on) setKeyword('');
    invalidate(LIST);
  });
  const appointed = new Set(moderators.data?.map(({ userId }) => userId));
  const candidates = keyword ? (found ?? []).filter(({ userId }) => !appointed.has(userId)) : [];
  return (
    <section className="paper flex flex-col gap-4 p-5 sm:p-6">
      <input
        type="search"
        value={keyword}
        maxLength={50}
        onChange={({ target }) => setKeyword(target.value)}
        aria-label={t('moderation:admin.search')}
        placeholder={t('moderation:admin.search')}
        className="input w-full max-w-md"
      />
      {candidates.length > 0 && (
        <ul className="divide-y divide-base-300 rounded-box border border-base-300">
          {candidates.map((one) => (
            <li key={one.userId} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0 break-words">{[one.userName, one.department].filter(Boolean).join(' · ')}</span>
              <button type="button" className="btn btn-sm" onClick={() => void save(one.userId, true)}>
                {t('moderation:admin.appoint')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <LoadState query={moderators} lines={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('moderation:admin.noModerators')}</p>
          ) : (
            <ul className="divide-y divide-base-300">
              {list.map((one) => (
                <li key={one.userId} className="flex items-center justify-between gap-3 py-2">
                  <span className="min-w-0 break-words">
                    {[one.userName, one.department].filter(Boolean).join(' · ')}
                  </span>
                  <button
                    type="button"
                    className="btn btn-ghost btn-square"
                    aria-label={t('moderation:admin.dismiss', { name: one.userName })}
                    disabled={!hydrated}
                    onClick={() => void save(one.userId, false)}
                  >
                    <Icon name="trash" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}
