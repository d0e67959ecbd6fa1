import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { LivePreview } from '../kit/LivePreview.tsx';
import { namesOf } from '../requirements/RequirementPreview.tsx';
import { type TaskSettings, toTaskInput, useTaskForm } from './task-settings.ts';

type Consequences = Data<'POST /course/auth/study/tasks/preview'>;

/** Who would get the task and who would lose it, while it is edited. */
export function TaskPreview({ id, revision }: { id: string | undefined; revision: number }) {
  const t = useT();
  const values = useWatch({ control: useTaskForm().control }) as TaskSettings;
  const input = JSON.stringify({ ...toTaskInput(values), title: values.title || '-', id, revision });
  return (
    <LivePreview
      title={t('tasks:editor.preview')}
      none={t('tasks:editor.previewNone')}
      // Without any item there is nothing to compute.
      input={values.items.length > 0 ? input : null}
      read={async (typed) =>
        taskConsequences(
          await api('POST /course/auth/study/tasks/preview', JSON.parse(typed) as never, { isShowErrTip: false }),
          t,
        )
      }
    />
  );
}

/** What saving and publishing changes, in words. */
export function taskConsequences(
  { count, added, addedNames, removed, removedNames, hidden, overdue }: Consequences,
  t: Translate,
): string[] {
  const texts = [
    t('tasks:editor.previewCount', { count }),
    added > 0 && t('tasks:editor.previewAdded', { count: added, names: namesOf(addedNames, added, t) }),
    removed > 0 && t('tasks:editor.previewRemoved', { count: removed, names: namesOf(removedNames, removed, t) }),
    hidden > 0 && t('tasks:editor.previewHidden', { count: hidden }),
    overdue > 0 && t('tasks:editor.previewOverdue', { count: overdue }),
    added === 0 && removed === 0 && t('tasks:editor.previewSame'),
  ];
  return texts.filter((text) => text !== false);
}
