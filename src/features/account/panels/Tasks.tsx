import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { PagedList } from '#src/components/PagedList.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, TASK_STATES, type ViewOf } from '../account-query.ts';
import { taskPage } from '../panel-calls.ts';
import { TaskRow } from '../TaskRow.tsx';
import { NothingFound } from './NothingFound.tsx';

/** My tasks (`change=1`), by state. */
export function Tasks({ view }: { view: ViewOf<'tasks'> }) {
  const t = useT();
  const locale = useLocale();
  const { now, viewer } = useAccount();
  const tasks = useCall(...taskPage(view));
  useLastPage(tasks.data);
  const { status } = view;
  const link = accountLink(locale, 'tasks');
  const choices = [undefined, ...TASK_STATES].map((state) => ({
    label: t(state ? `enum:learningState.${state}` : 'record:filter.all'),
    href: link({ status: state }),
    chosen: state === status,
  }));
  const empty = status ? (
    <NothingFound all={link({})} />
  ) : (
    <EmptyState
      icon="task"
      title={t('record:empty.allTasks.title')}
      hint={t('record:empty.allTasks.hint')}
      action={{ href: href(locale, '/knowledge'), label: t('record:empty.tasks.action') }}
    />
  );
  return (
    <>
      <Choices label={t('record:filter.state')} choices={choices} />
      <PagedList
        label={t('record:account.tab.1')}
        query={tasks}
        empty={empty}
        href={(page) => link({ status, page })}
        keyOf={({ id }) => id}
      >
        {(task) => <TaskRow task={{ ...task, itemCount: task.items.length }} now={now} timeZone={viewer.timeZone} />}
      </PagedList>
    </>
  );
}
