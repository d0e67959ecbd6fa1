import { useCall } from '#src/client/query.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useAccount } from '../account-context.ts';
import { TASK_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { taskPage } from '../panel-calls.ts';
import { TaskRow } from '../TaskRow.tsx';
import { FilteredList } from './FilteredList.tsx';

/** My tasks (`change=1`), by state. */
export function Tasks({ view }: { view: ViewOf<'tasks'> }) {
  const t = useT();
  const locale = useLocale();
  const { now, viewer } = useAccount();
  return (
    <FilteredList
      panel="tasks"
      name="status"
      states={TASK_STATES}
      state={view.status}
      textOf={(state) => t(`enum:learningState.${state}`)}
      query={useCall(...taskPage(view))}
      empty={{
        icon: 'task',
        title: t('record:empty.allTasks.title'),
        hint: t('record:empty.allTasks.hint'),
        action: { href: href(locale, '/knowledge'), label: t('record:empty.tasks.action') },
      }}
      exports={<ExportButton call="POST /course/auth/study/task/export" input={{ status: view.status }} />}
      keyOf={({ id }) => id}
    >
      {(task) => <TaskRow task={{ ...task, itemCount: task.items.length }} now={now} timeZone={viewer.timeZone} />}
    </FilteredList>
  );
}
