import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { dateText } from '#src/lib/dates.ts';
import type { Translate } from '#src/i18n/format.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import { useList } from '../kit/use-list.ts';
import { AccommodationDialog, type Draft, newDraft, toDraft } from './AccommodationDialog.tsx';
import { type Accommodation, accommodationPage, ACCOMMODATIONS, STATES } from './accommodation-list.ts';

type Props = { search: string; timeZone: string; now: string };

const TONES: Record<Accommodation['state'], string> = {
  ...{ current: 'badge-success', later: 'badge-info', ended: '' },
};

/** Accommodations of members: list, search, add, edit, end. */
function Accommodations({ search, timeZone, now }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const list = useList(ACCOMMODATIONS, search);
  const rows = useCall(...accommodationPage(list));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [ending, setEnding] = useState<Accommodation | null>(null);
  const date = (at: string) => dateText(at, timeZone, locale);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('exam:accommodation.title')} hint={t('exam:accommodation.intro')}>
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={() => setDraft(newDraft(now))}>
          <Icon name="plus" className="size-4" />
          {t('exam:accommodation.add')}
        </button>
      </PageHead>
      <Table
        label={t('exam:accommodation.title')}
        list={list}
        query={rows}
        keyOf={({ id }) => id}
        keyword={t('exam:accommodation.keyword')}
        filters={[
          {
            name: 'state',
            label: t('exam:accommodation.state'),
            options: STATES.map((each) => [each, t(`exam:accommodation.stateOf.${each}`)]),
          },
        ]}
        columns={[
          {
            id: 'person',
            title: t('exam:accommodation.person'),
            sort: 'userName',
            isMain: true,
            cell: ({ userName, department }) => (
              <>
                <span className="font-medium">{userName}</span>
                {department && <span className="block text-sm text-muted">{department}</span>}
              </>
            ),
          },
          {
            id: 'state',
            title: t('exam:accommodation.state'),
            cell: ({ state }) => (
              <span className={`badge badge-soft badge-sm ${TONES[state]}`}>
                {t(`exam:accommodation.stateOf.${state}`)}
              </span>
            ),
          },
          { id: 'parts', title: t('exam:accommodation.parts'), cell: (row) => partsText(t, row) },
          {
            id: 'from',
            title: t('exam:accommodation.field.from'),
            sort: 'validFrom',
            isLatestFirst: true,
            cell: ({ validFrom }) => date(validFrom),
          },
          {
            id: 'until',
            title: t('exam:accommodation.field.until'),
            sort: 'validUntil',
            cell: ({ validUntil }) => (validUntil ? date(validUntil) : t('exam:accommodation.open')),
          },
          { id: 'reason', title: t('exam:accommodation.field.reason'), cell: ({ reason }) => reason },
          {
            id: 'by',
            title: t('exam:accommodation.by'),
            isExtra: true,
            cell: ({ createdByName }) => createdByName,
          },
        ]}
        empty={
          <EmptyState icon="users" title={t('exam:accommodation.empty')} hint={t('exam:accommodation.emptyHint')} />
        }
        actions={(row) =>
          row.state !== 'ended' && (
            <>
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
                disabled={!hydrated}
                onClick={() => setEnding(row)}
              >
                {t('exam:accommodation.end')}
                <span className="sr-only">{row.userName}</span>
              </button>
            </>
          )
        }
      />
      {draft && <AccommodationDialog draft={draft} timeZone={timeZone} onClose={() => setDraft(null)} />}
      {ending && (
        <Confirm
          title={t('exam:accommodation.endTitle', { name: ending.userName })}
          consequences={[
            t('exam:accommodation.endText', { name: ending.userName, parts: partsText(t, ending) }),
            t('exam:accommodation.endRunning'),
          ]}
          action={t('exam:accommodation.end')}
          onConfirm={async () => {
            await api('PUT /exam/auth/exam/accommodation/end', { id: ending.id });
            invalidate('POST /exam/auth/exam/accommodation/page');
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <Accommodations {...props} />
  </GivenContext>
));

/** What an accommodation grants, in one line. */
function partsText(t: Translate, row: Accommodation): string {
  const minutes = (seconds: number) => Math.round(seconds / 6) / 10;
  return [
    row.extraPercent > 0 && t('exam:accommodation.part.percent', { percent: row.extraPercent }),
    row.extraSeconds > 0 && t('exam:accommodation.part.minutes', { minutes: minutes(row.extraSeconds) }),
    row.breaks > 0 && t('exam:accommodation.part.breaks', { count: row.breaks, minutes: minutes(row.breakSeconds) }),
    row.noSwitchRules && t('exam:accommodation.part.noSwitchRules'),
    row.largeType && t('exam:accommodation.part.largeType'),
    row.windowAfterSeconds > 0 && t('exam:accommodation.part.window', { hours: row.windowAfterSeconds / 3600 }),
  ]
    .filter(Boolean)
    .join(' · ');
}
