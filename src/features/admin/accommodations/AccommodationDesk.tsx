import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { KeywordField } from '#src/components/KeywordField.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { AccommodationDialog, type Draft, newDraft, toDraft } from './AccommodationDialog.tsx';
import { type Accommodation, type Desk, deskLink, deskPage, STATES } from './desk-query.ts';
import { partsText } from './parts-text.ts';

type Props = { desk: Desk; timeZone: string; now: string };

const TONES: Record<Accommodation['state'], string> = {
  ...{ current: 'badge-success', later: 'badge-info', ended: '' },
};

/** Accommodations of members: list, search, add, edit, end. */
function AccommodationDesk({ desk, timeZone, now }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const rows = useCall(...deskPage(desk));
  const [draft, setDraft] = useState<Draft | null>(null);
  const end = useAction(async (id: string) => {
    await api('PUT /exam/auth/exam/accommodation/end', { id });
    invalidate('POST /exam/auth/exam/accommodation/page');
  });
  const date = (at: string) => dateText(at, timeZone, locale);
  const { state, keyword } = desk;
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">{t('exam:accommodation.title')}</h1>
          <p className="mt-1 max-w-2xl text-muted">{t('exam:accommodation.intro')}</p>
        </div>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setDraft(newDraft(now))}>
          <Icon name="plus" className="size-4" />
          {t('exam:accommodation.add')}
        </button>
      </header>
      <div className="flex flex-wrap items-center gap-3">
        <Choices
          label={t('exam:accommodation.state')}
          className="me-auto"
          choices={[undefined, ...STATES].map((each) => ({
            label: t(each ? `exam:accommodation.stateOf.${each}` : 'exam:accommodation.all'),
            href: deskLink(locale, { keyword, state: each }),
            chosen: each === state,
          }))}
        />
        <form method="get" action={href(locale, '/admin/accommodations')} role="search" className="flex gap-2">
          {state && <input type="hidden" name="state" value={state} />}
          <KeywordField
            value={keyword}
            label={t('exam:accommodation.keyword')}
            action={t('exam:accommodation.search')}
            className="w-52"
          />
        </form>
      </div>
      <PagedList
        label={t('exam:accommodation.title')}
        query={rows}
        keyOf={({ id }) => id}
        href={(page) => deskLink(locale, { ...desk, page })}
        empty={
          <EmptyState icon="users" title={t('exam:accommodation.empty')} hint={t('exam:accommodation.emptyHint')} />
        }
      >
        {(row) => (
          <div className="flex flex-col gap-2 px-4 py-4 sm:flex-row sm:items-center sm:px-6">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{row.userName}</span>
                {row.department && <span className="text-sm text-muted">{row.department}</span>}
                <span className={`badge badge-soft badge-sm ${TONES[row.state]}`}>
                  {t(`exam:accommodation.stateOf.${row.state}`)}
                </span>
              </p>
              <p className="mt-1">{partsText(t, row)}</p>
              <p className="mt-1 text-sm break-words text-muted">
                {date(row.validFrom)} – {row.validUntil ? date(row.validUntil) : t('exam:accommodation.open')} ·{' '}
                {row.reason} · {row.createdByName}
              </p>
            </div>
            {row.state !== 'ended' && (
              <div className="flex shrink-0 gap-2">
                <button
                  type="button"
                  className="btn btn-outline btn-sm"
                  disabled={!hydrated}
                  onClick={() => setDraft(toDraft(row))}
                >
                  {t('exam:accommodation.edit')}
                  <span className="sr-only">{row.userName}</span>
                </button>
                <button
                  type="button"
                  className="btn btn-ghost btn-sm text-error"
                  disabled={!hydrated || end.isPending}
                  onClick={() => void end.run(row.id)}
                >
                  {t('exam:accommodation.end')}
                  <span className="sr-only">{row.userName}</span>
                </button>
              </div>
            )}
          </div>
        )}
      </PagedList>
      {draft && <AccommodationDialog draft={draft} timeZone={timeZone} onClose={() => setDraft(null)} />}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <AccommodationDesk {...props} />
  </GivenContext>
));
