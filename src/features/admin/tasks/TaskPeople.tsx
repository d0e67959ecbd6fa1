import { TASK_PROGRESS_STATES } from '#src/contract/rules/task.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Progress } from '#src/components/Progress.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dayText } from '#src/lib/dates.ts';
import { ExportTool } from '../kit/ExportTool.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { Table } from '../kit/Table.tsx';
import type { Column } from '../kit/table-columns.ts';
import { useList } from '../kit/use-list.ts';
import { choiceList } from '../matrix/matrix-list.ts';
import { peopleOfTask, type PeopleSort, taskPeople, type TaskPerson, totalsOfTask } from './task-list.ts';
import { TaskTotals } from './TaskTotals.tsx';

type Props = {
  task: { id: string; title: string };
  /** Query with which the page was rendered. */
  search: string;
};

/** The people of a task with their progress, and totals by department. */
function TaskPeople({ task, search }: Props) {
  const t = useT();
  const locale = useLocale();
  const list = useList(taskPeople(task.id), search);
  const found = useCall(...peopleOfTask(task.id, list));
  const totals = useCall(...totalsOfTask(task.id, list)).data?.departments;
  const choices = useCall(...choiceList()).data;
  const columns = useColumns();
  const options = (given: { id: string; title: string }[] | undefined) =>
    (given ?? []).map(({ id, title }) => [id, title] as const);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={t('tasks:progressView.title', { title: task.title })}>
        <a className="btn btn-outline" href={href(locale, `/admin/tasks/edit?id=${task.id}`)}>
          {t('tasks:progressView.backToTask')}
        </a>
      </PageHead>
      <TaskTotals
        departments={totals}
        onChoose={(path) => {
          const chosen = choices?.departments.find(({ title }) => title === path);
          if (chosen) list.go({ filter: { ...list.filter, departmentId: chosen.id } });
        }}
      />
      <Table
        label={t('tasks:progressView.heading')}
        list={list}
        query={found}
        columns={columns}
        keyOf={({ userId }) => userId}
        keyword={t('tasks:progressView.keyword')}
        filters={[
          {
            name: 'state',
            label: t('tasks:progressView.state'),
            options: TASK_PROGRESS_STATES.map((each) => [each, t(`tasks:progressState.${each}`)]),
          },
          { name: 'departmentId', label: t('tasks:progressView.department'), options: options(choices?.departments) },
          { name: 'positionId', label: t('tasks:progressView.position'), options: options(choices?.positions) },
        ]}
        tools={
          <ExportTool
            call="POST /course/auth/study/tasks/progress/export"
            input={{ id: task.id, ...list.filter, sort: list.sort }}
          />
        }
        empty={
          <EmptyState icon="users" title={t('tasks:progressView.empty')} hint={t('tasks:progressView.emptyHint')} />
        }
      />
    </div>
  );
}

const TONES = {
  ...{ overdue: 'badge-error', notStarted: 'badge-ghost', learning: 'badge-info' },
  ...{ completed: 'badge-success', late: 'badge-warning' },
} as const;

function useColumns(): Column<TaskPerson, PeopleSort>[] {
  const t = useT();
  const locale = useLocale();
  return [
    {
      id: 'person',
      title: t('tasks:progressView.person'),
      sort: 'userName',
      isMain: true,
      cell: ({ userName, employeeNo }) => (
        <span className="font-medium">
          {userName}
          {employeeNo && <span className="block text-sm font-normal text-muted">{employeeNo}</span>}
        </span>
      ),
    },
    {
      id: 'department',
      title: t('tasks:progressView.department'),
      sort: 'department',
      cell: ({ department }) => department,
    },
    { id: 'position', title: t('tasks:progressView.position'), cell: ({ post }) => post },
    {
      id: 'state',
      title: t('tasks:progressView.state'),
      cell: ({ state }) => (
        <span className={`badge badge-sm badge-soft ${TONES[state]}`}>{t(`tasks:progressState.${state}`)}</span>
      ),
    },
    {
      id: 'progress',
      title: t('tasks:progressView.progress'),
      sort: 'studyProgress',
      cell: ({ studyProgress, userName }) => (
        <Progress value={studyProgress} label={`${t('tasks:progressView.progress')} ${userName}`} className="w-40" />
      ),
    },
    {
      id: 'completedOn',
      title: t('tasks:progressView.completedOn'),
      sort: 'completedOn',
      cell: ({ completedOn }) => <span className="tabular-nums">{completedOn && dayText(completedOn, locale)}</span>,
    },
  ];
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TaskPeople {...props} />
  </GivenContext>
));
