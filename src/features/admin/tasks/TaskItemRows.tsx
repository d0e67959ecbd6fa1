import { useFieldArray } from 'react-hook-form';
import { TASK_SUBJECT_KINDS, type TaskSubjectKind } from '#src/contract/rules/task.ts';
import { useCall } from '#src/client/query.ts';
import { useT } from '#src/i18n/island.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, ManyField, MomentField } from '../kit/form-fields.tsx';
import { Rows } from '../kit/rows.tsx';
import { SubjectSearch } from '../requirements/SubjectSearch.tsx';
import { type TaskSettings, taskSubjectPage, useTaskForm, useTaskSetting } from './task-settings.ts';

const useFound = (kind: TaskSubjectKind, keyword: string) => useCall(...taskSubjectPage(kind, keyword)).data;

/** What a task consists of, in order, and what opens later. */
export function TaskItemRows({ timeZone, canChange }: { timeZone: string; canChange: boolean }) {
  const t = useT();
  const { control } = useTaskForm();
  const rows = useFieldArray<TaskSettings, 'items'>({ control, name: 'items' });
  // Not watched values, which follow later. Kind and title of an item do not change.
  const items = rows.fields;
  const isOrdered = useTaskSetting('ordered');
  return (
    <Group title={t('tasks:editor.what')} hint={t('tasks:editor.whatHint')}>
      <Rows
        name="items"
        label={t('tasks:editor.items')}
        rows={rows}
        nameOf={(at) =>
          t('tasks:editor.itemName', {
            n: at + 1,
            title: `${t(`tasks:kind.${items[at]!.kind}`)} · ${items[at]!.title}`,
          })
        }
      >
        {(at) => (
          <div className="grid gap-5 sm:grid-cols-2">
            <MomentField
              name={`items.${at}.releaseAt`}
              label={t('tasks:editor.releaseAt')}
              hint={t('tasks:editor.releaseHint')}
              timeZone={timeZone}
            />
            {at > 0 && !isOrdered && (
              <ManyField
                name={`items.${at}.waitsFor`}
                label={t('tasks:editor.waitsFor')}
                options={items.slice(0, at).map(({ subjectId, title }) => ({ value: subjectId, label: title }))}
              />
            )}
          </div>
        )}
      </Rows>
      {canChange && (
        <div className="flex flex-col gap-3">
          <SubjectSearch
            kinds={TASK_SUBJECT_KINDS}
            nameOf={(kind) => t(`tasks:kind.${kind}`)}
            label={{ kind: t('tasks:editor.subjectKind'), search: t('tasks:editor.subjectSearch') }}
            useFound={useFound}
            isChosen={({ id }) => items.some(({ subjectId }) => subjectId === id)}
            onAdd={({ kind, id, title }) => rows.append({ kind, subjectId: id, title, releaseAt: null, waitsFor: [] })}
          />
        </div>
      )}
      <CheckField name="ordered" label={t('tasks:editor.ordered')} hint={t('tasks:editor.orderedHint')} />
      <CheckField
        name="countsEarlier"
        label={t('tasks:editor.countsEarlier')}
        hint={t('tasks:editor.countsEarlierHint')}
      />
    </Group>
  );
}
