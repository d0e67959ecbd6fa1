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
      <PageHead title={t('tasks:title')} hint={t('tasks:intro')}>
        {canWrite && (
          <a className="btn btn-primary" href={href(locale, '/admin/tasks/edit')}>
            <Icon name="plus" className="size-4" />
            {t('tasks:new')}
          </a>
        )}
      </PageHead>
      <Table
        label={t('tasks:title')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ id }) => id}
        keyword={t('tasks:keyword')}
        filters={[
          {
            name: 'state',
            label: t('tasks:stateLabel'),
            options: TASK_STATES.map((each) => [each, t(`tasks:state.${each}`)]),
          },
          {
            name: 'taskType',
            label: t('tasks:typeLabel'),
            options: TASK_TYPES.map((each) => [String(each), t(`enum:taskType.${each}`)]),
          },
        ]}
        empty={<EmptyState icon="task" title={t('tasks:empty')} hint={t('tasks:emptyHint')} />}
        actions={({ id, title, canChange }) => (
          <a
            className="btn btn-sm"
            href={href(locale, `/admin/tasks/edit?id=${id}`)}
            aria-label={t(canChange ? 'tasks:editOf' : 'tasks:viewOf', { title })}
          >
            {t(canChange ? 'tasks:edit' : 'tasks:view')}
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
      title: t('tasks:name'),
      sort: 'title',
      isMain: true,
      cell: ({ title, taskType, itemCount }) => (
        <span className="font-medium">
          {title}
          <span className="block text-sm font-normal text-muted">
            {t(`enum:taskType.${taskType}`)} · {t('tasks:items', { count: itemCount })}
          </span>
        </span>
      ),
    },
    {
      id: 'period',
      title: t('tasks:period'),
      sort: 'endAt',
      cell: ({ startAt, endAt, lateCompletion }) => (
        <span className="tabular-nums">
          {t('tasks:periodOf', { start: day(startAt), end: day(endAt) })}
          {lateCompletion && <span className="block text-sm text-muted">{t('tasks:acceptsLate')}</span>}
        </span>
      ),
    },
    {
      id: 'people',
      title: t('tasks:people'),
      cell: ({ id, count, completed, overdue }) =>
        count === 0 ? (
          <span className="text-muted">{t('tasks:nobody')}</span>
        ) : (
          <span className="tabular-nums">
            <a className="link" href={href(locale, `/admin/tasks/progress?id=${id}`)}>
              {t('tasks:counts', { count })}
            </a>
            <span className="block text-sm text-muted">
              {t('tasks:countCompleted', { count: completed })}
              {overdue > 0 && <span className="ms-2 text-error">{t('tasks:countOverdue', { count: overdue })}</span>}
            </span>
          </span>
        ),
    },
    {
      id: 'state',
      title: t('tasks:stateLabel'),
      cell: ({ state }) => (
        <span className={`badge badge-sm badge-soft ${STATE_TONES[state]}`}>{t(`tasks:state.${state}`)}</span>
      ),
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TaskTable {...props} />
  </GivenContext>
));
