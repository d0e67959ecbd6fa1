import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useState } from 'react';
import { CONTENT_STATES, type ContentAction, type ContentKindName } from '#src/contract/rules/editing.ts';
import { useAction } from '#src/client/use-action.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Filter } from '#src/lib/list-query.ts';
import { Confirm } from '../kit/Confirm.tsx';
import type { Column } from '../kit/table-columns.ts';
import type { Selected } from '../kit/use-selection.ts';
import { CONTENT_MARKS } from './content-filters.ts';
import { consequenceTexts } from './consequences.ts';
import { type EditedThing, STATE_TONES } from './content-item.ts';

/* What all lists of the editors of content have: filters, columns, and commands for what is selected. */

export function useContentFilters() {
  const t = useT();
  return [
    {
      name: 'state' as const,
      label: t('editing:stateLabel'),
      options: CONTENT_STATES.map((each) => [each, t(`editing:state.${each}`)] as const),
    },
    {
      name: 'mark' as const,
      label: t('editing:markLabel'),
      options: CONTENT_MARKS.map((each) => [each, t(`editing:mark.${each}`)] as const),
    },
  ];
}

/** Columns of the state and of the last change. */
export function useContentColumns<R extends EditedThing & { changedAt: string }>(
  timeZone: string,
): Column<R, 'changedAt'>[] {
  const t = useT();
  const locale = useLocale();
  const time = (at: string) => dateTimeText(at, timeZone, locale);
  return [
    {
      id: 'state',
      title: t('editing:stateLabel'),
      cell: ({ state, hasDraft, publishAt, withdrawAt, isFromPack }) => (
        <span className="flex flex-wrap items-center gap-1">
          <span className={`badge badge-sm badge-soft ${STATE_TONES[state]}`}>{t(`editing:state.${state}`)}</span>
          {hasDraft && state !== 'draft' && (
            <span className="badge badge-sm badge-soft badge-info">{t('editing:hasDraft')}</span>
          )}
          {isFromPack && <span className="badge badge-sm badge-ghost">{t('editing:mark.pack')}</span>}
          {publishAt && (
            <span className="w-full text-sm text-muted">{t('editing:publishAt', { time: time(publishAt) })}</span>
          )}
          {withdrawAt && (
            <span className="w-full text-sm text-muted">{t('editing:withdrawAt', { time: time(withdrawAt) })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'changedAt',
      title: t('editing:changedAt'),
      sort: 'changedAt',
      cell: ({ changedAt }) => <span className="tabular-nums">{time(changedAt)}</span>,
    },
  ];
}

type Bulk = Extract<ContentAction, 'withdraw' | 'delete' | 'restore' | 'takeOver'>;
const BULK: readonly Bulk[] = ['takeOver', 'withdraw', 'delete'];

type Props<F extends Filter> = {
  kind: ContentKindName;
  /** The list is that of deleted things, which can only be restored; other lists have none. */
  areDeleted: boolean;
  selected: Selected<F>;
  /** Reads a page of the list with this filter: all its rows are selected. */
  readPage: (filter: Partial<F>, pageCurrent: number) => Promise<{ list: { id: string }[]; totalPage: number }>;
  onDone: () => void;
};
/** Things of one call. */
const BATCH = 100;

/** Commands for selected things of a list, with what they mean for others. */
export function BulkContent<F extends Filter>({ kind, areDeleted, selected, readPage, onDone }: Props<F>) {
  const t = useT();
  const [asked, setAsked] = useState<{ action: Bulk; consequences: string[] } | null>(null);
  /** The ids of what is selected, also of all results, in lists for one call each. */
  const readIds = async (): Promise<string[][]> => {
    if (selected.ids) return [selected.ids];
    const batches: string[][] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { list, totalPage } = await readPage(selected.filter, page);
      batches.push(list.map(({ id }) => id));
      last = totalPage;
    }
    return batches.filter(({ length }) => length > 0);
  };
  const act = async (action: Bulk) => {
    let count = 0;
    for (const ids of await readIds())
      count += (await api('POST /system/auth/content/change', { kind, ids, action })).count;
    notify(t('editing:bulkDone', { count }), 'success');
    onDone();
  };
  const ask = useAction(async (action: Bulk) => {
    if (action === 'restore' || action === 'takeOver') return act(action);
    const [ids = []] = await readIds();
    const { consequences } = await api('POST /system/auth/content/consequences', {
      kind,
      ids: ids.slice(0, BATCH),
      action,
    });
    setAsked({ action, consequences: [t(`editing:hint.${action}`), ...consequenceTexts(consequences, t)] });
  });
  return (
    <>
      {(areDeleted ? (['restore'] as const) : BULK).map((action) => (
        <button
          key={action}
          type="button"
          className="btn btn-sm"
          disabled={ask.isPending}
          onClick={() => void ask.run(action)}
        >
          {t(`editing:action.${action}`)}
        </button>
      ))}
      {asked && (
        <Confirm
          title={t('editing:bulkTitle', { count: selected.count })}
          consequences={asked.consequences}
          action={t(`editing:action.${asked.action}`)}
          onConfirm={() => act(asked.action)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
