import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { namesOf } from '../requirements/RequirementPreview.tsx';
import { type TaskSettings, toTaskInput, useTaskForm } from './task-settings.ts';

type Consequences = Data<'POST /course/auth/study/tasks/preview'>;

/** Delay after the last change before the consequences are computed, ms. */
const PAUSE = 800;

/** Who would get the task and who would lose it, while it is edited. */
export function TaskPreview({ id, revision }: { id: string | undefined; revision: number }) {
  const t = useT();
  const values = useWatch({ control: useTaskForm().control }) as TaskSettings;
  const input = JSON.stringify({ ...toTaskInput(values), title: values.title || '-', id, revision });
  // Without any item there is nothing to compute.
  const isComplete = values.items.length > 0;
  const [shown, setShown] = useState<Consequences | null>(null);
  useEffect(() => {
    if (!isComplete) return setShown(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void api('POST /course/auth/study/tasks/preview', JSON.parse(input) as never, { isShowErrTip: false }).then(
        (found) => isCurrent && setShown(found),
        // Not complete yet, or the save will say what is wrong.
        () => isCurrent && setShown(null),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [input, isComplete]);
  return (
    <Group title={t('tasks:editor.preview')}>
      <div role="status">
        <ul className="flex flex-col gap-1 tabular-nums">
          {shown ? (
            taskConsequences(shown, t).map((text) => <li key={text}>{text}</li>)
          ) : (
            <li className="text-muted">{t('tasks:editor.previewNone')}</li>
          )}
        </ul>
      </div>
    </Group>
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
