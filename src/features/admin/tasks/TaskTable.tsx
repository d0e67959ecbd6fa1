import { TASK_STATES, TASK_TYPES } from '#src/contract/rules/task.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { type ListedTask, taskPage, TASKS } from './task-list.ts';

type Props = {
  /** Query with which the page was rendered. */
  search: string;
  timeZone: string;
  canWrite: boolean;
};

/** All tasks, with the numbers of people who have completed them. */
function TaskTable({ search, timeZone, canWrite }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(TASKS, search);
  const found = useCall(...taskPage(list));
  const columns = useColumns(timeZone);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('task:title')} hint={t('task:intro')}>
        {canWrite && (
          <a className="btn btn-primary" href={href(locale, '/admin/tasks/edit')}>
            <Icon name="plus" className="size-4" />
            {t('task:new')}
          </a>
        )}
      </PageHead>
      <Table
        label={t('task:title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('task:keyword')}
        filters={[
          {
            name: 'state',
            label: t('task:stateLabel'),
            options: TASK_STATES.map((each) => [each, t(`task:state.${each}`)]),
          },
          {
            name: 'taskType',
            label: t('task:typeLabel'),
            options: TASK_TYPES.map((each) => [String(each), t(`enum:taskType.${each}`)]),
          },
        ]}
        empty={<EmptyState icon="task" title={t('task:empty')} hint={t('task:emptyHint')} />}
        actions={({ id, title, canChange }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/tasks/edit?id=${id}`)}
            aria-label={t(canChange ? 'task:editOf' : 'task:viewOf', { title })}
          >
            {t(canChange ? 'task:edit' : 'task:view')}
          </a>
        )}
      />
    </div>
  );
}

export const STATE_TONES = {
  ...{ draft: 'badge-ghost', upcoming: 'badge-info', running: 'badge-success' },
  ...{ ended: '', cancelled: 'badge-warning' },
} as const;

function useColumns(timeZone: string): Column<ListedTask, 'title' | 'startAt' | 'endAt'>[] {
  const t = useT();
  const locale = useLocale();
  const day = (moment: string) => dateText(moment, timeZone, locale);
  return [
    {
      id: 'title',
      title: t('task:name'),
      sort: 'title',
      isMain: true,
      cell: ({ title, taskType, itemCount }) => (
        <span className="font-medium">
          {title}
          <span className="block text-sm font-normal text-muted">
            {t(`enum:taskType.${taskType}`)} · {t('task:items', { count: itemCount })}
          </span>
        </span>
      ),
    },
    {
      id: 'period',
      title: t('task:period'),
      sort: 'endAt',
      cell: ({ startAt, endAt, lateCompletion }) => (
        <span className="tabular-nums">
          {t('task:periodOf', { start: day(startAt), end: day(endAt) })}
          {lateCompletion && <span className="block text-sm text-muted">{t('task:acceptsLate')}</span>}
        </span>
      ),
    },
    {
      id: 'people',
      title: t('task:people'),
      cell: ({ id, count, completed, overdue }) =>
        count === 0 ? (
          <span className="text-muted">{t('task:nobody')}</span>
        ) : (
          <span className="tabular-nums">
            <a className="link" href={href(locale, `/admin/tasks/progress?id=${id}`)}>
              {t('task:counts', { count })}
            </a>
            <span className="block text-sm text-muted">
              {t('task:countCompleted', { count: completed })}
              {overdue > 0 && <span className="ms-2 text-error">{t('task:countOverdue', { count: overdue })}</span>}
            </span>
          </span>
        ),
    },
    {
      id: 'state',
      title: t('task:stateLabel'),
      cell: ({ state }) => (
        <span className={`badge badge-sm badge-soft ${STATE_TONES[state]}`}>{t(`task:state.${state}`)}</span>
      ),
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TaskTable {...props} />
  </GivenContext>
));
