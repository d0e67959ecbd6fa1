import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TASK_TYPES } from '#src/contract/rules/task.ts';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext } from '#src/client/query.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { Group } from '../kit/fields.tsx';
import { CheckField, MomentField, SelectField, TextField } from '../kit/form-fields.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { Audience } from '../requirements/Audience.tsx';
import type { Choices } from '../requirements/requirement-settings.ts';
import { TaskCommands } from './TaskCommands.tsx';
import { taskChange, taskDifferences } from './task-differences.ts';
import { TaskItemRows } from './TaskItemRows.tsx';
import { TaskPreview } from './TaskPreview.tsx';
import { newTask, type StoredTask, toTaskInput, versionOfTask } from './task-settings.ts';
import { STATE_TONES } from './TaskTable.tsx';

type Props = {
  stored: StoredTask | null;
  choices: Choices;
  timeZone: string;
  now: string;
  /** The viewer may make tasks, at least for the people of one department. */
  canWrite: boolean;
};

/** Creates or changes a task, and publishes, ends or cancels it. */
function TaskEditor({ stored: given, choices, timeZone, now, canWrite }: Props) {
  const t = useT();
  const locale = useLocale();
  /** As far as this page knows. */
  const [stored, setStored] = useState(given);
  const [first] = useState(() => (given ? versionOfTask(given) : { values: newTask(now) }));
  const id = given?.id;
  const canChange = given?.canChange ?? true;
  const read = (taskId: string) => api('GET /course/auth/study/tasks/view', { id: taskId }, { isShowErrTip: false });
  const reread = async () => {
    const theirs = await read(id!);
    setStored(theirs);
    return versionOfTask(theirs);
  };
  const editor = useEditor({
    draft: `task-${id ?? 'new'}`,
    stored: first,
    save: async (values, revision) => {
      const input = { ...toTaskInput(values), id, revision: revision ?? 0 };
      const saved = await api('POST /course/auth/study/tasks/save', input, { isShowErrTip: false });
      // A rubric has become an assessment of this task.
      return versionOfTask(await read(saved.id));
    },
    onSaved: ({ task }) => {
      if (!id) return location.assign(href(locale, `/admin/tasks/edit?id=${task.id}`));
      setStored(task);
      notify(t('tasks:editor.saved'), 'success');
    },
    reread,
  });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const words = { t, locale, timeZone, choices };
  const header = (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="me-auto text-2xl font-semibold">{title || t('tasks:editor.newTitle')}</h1>
      {stored && (
        <>
          <span className={`badge badge-soft ${STATE_TONES[stored.state]}`}>{t(`tasks:state.${stored.state}`)}</span>
          {stored.count > 0 && (
            <a className="btn btn-outline btn-sm" href={href(locale, `/admin/tasks/progress?id=${id}`)}>
              {t('tasks:progress')}
            </a>
          )}
          <HistoryButton
            kind="task"
            id={stored.id}
            name={stored.title}
            timeZone={timeZone}
            describe={(change) => taskChange(change, words)}
          />
        </>
      )}
    </header>
  );
  if (editor.conflict)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <ConflictView
          title={t('tasks:editor.conflictTitle')}
          intro={t('tasks:editor.conflict')}
          differences={taskDifferences(editor.conflict, words)}
          onMerge={(taken) => {
            const { mine, theirs } = editor.conflict!;
            editor.resolve({ ...mine, ...Object.fromEntries([...taken].map((name) => [name, theirs.values[name]])) });
          }}
        />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {header}
      {!canChange && (
        <p role="status" className="alert alert-soft alert-info">
          {t(canWrite ? 'tasks:readOnly' : 'tasks:reader')}
        </p>
      )}
      {canChange && stored?.isFromPack && <p className="alert alert-soft alert-info">{t('tasks:fromPack')}</p>}
      <EditorForm
        editor={editor}
        timeZone={timeZone}
        action={t(stored ? 'tasks:editor.save' : 'tasks:editor.create')}
        commands={
          stored &&
          canChange && (
            <TaskCommands
              stored={stored}
              isUnsaved={editor.isUnsaved}
              inputOf={() => toTaskInput(editor.form.getValues())}
              onChanged={async () => editor.raise((await reread()).revision)}
            />
          )
        }
      >
        <fieldset className="contents" disabled={!canChange}>
          <Group title={t('tasks:editor.basics')}>
            <TextField name="title" label={t('tasks:editor.title')} maxLength={200} />
            <TextField
              name="summary"
              label={t('tasks:editor.summary')}
              hint={t('tasks:editor.summaryHint')}
              rows={3}
              maxLength={5_000}
            />
            <SelectField
              name="taskType"
              label={t('tasks:editor.type')}
              options={TASK_TYPES.map((value) => ({ value, label: t(`enum:taskType.${value}`) }))}
            />
          </Group>
          <TaskItemRows timeZone={timeZone} canChange={canChange} />
          <Audience choices={choices} hidden={stored?.hiddenPeople ?? 0} />
          <Period timeZone={timeZone} />
        </fieldset>
        {canChange && <TaskPreview id={id} revision={stored?.revision ?? 0} />}
      </EditorForm>
    </div>
  );
}

/** From when until when, what counts afterwards, and reminders. */
function Period({ timeZone }: { timeZone: string }) {
  const t = useT();
  return (
    <Group title={t('tasks:editor.when')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField name="startAt" label={t('tasks:editor.startAt')} timeZone={timeZone} isRequired />
        <MomentField name="endAt" label={t('tasks:editor.endAt')} timeZone={timeZone} isRequired />
      </div>
      <CheckField name="lateCompletion" label={t('tasks:editor.lateCompletion')} hint={t('tasks:editor.lateHint')} />
      <CheckField name="reminders" label={t('tasks:editor.reminders')} hint={t('tasks:editor.remindersHint')} />
    </Group>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <TaskEditor {...props} />
  </GivenContext>
));
