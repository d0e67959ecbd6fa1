import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { ConflictView } from '../kit/ConflictView.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { Group } from '../kit/fields.tsx';
import { bound, DayField, NumberField, SelectField, TextField } from '../kit/form-fields.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { useEditor } from '../kit/use-editor.ts';
import { Audience } from './Audience.tsx';
import { consequencesOf, RequirementPreview } from './RequirementPreview.tsx';
import { Reminders } from './Reminders.tsx';
import { requirementDifferences } from './requirement-differences.ts';
import { type Choices, newSettings, type Stored, toInput, useSetting, versionOf } from './requirement-settings.ts';
import { SubjectField } from './SubjectField.tsx';

type Props = { stored: Stored | null; choices: Choices; timeZone: string };
type Asked = { kind: 'publish' | 'withdraw' | 'delete'; consequences: string[] };

const Subjects = bound(SubjectField);

/** Creates or changes a requirement, and publishes or withdraws it. */
function RequirementEditor({ stored: given, choices, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  /** As far as this page knows. */
  const [stored, setStored] = useState(given);
  const [first] = useState(() => (given ? versionOf(given) : { values: newSettings() }));
  const [asked, setAsked] = useState<Asked | null>(null);
  const id = given?.id;
  const canChange = given?.canChange ?? true;
  const reread = async () => {
    const theirs = await api('GET /course/auth/requirement/view', { id: id! }, { isShowErrTip: false });
    setStored(theirs);
    return versionOf(theirs);
  };
  const editor = useEditor({
    draft: `requirement-${id ?? 'new'}`,
    stored: first,
    save: async (values, revision) => {
      const input = { ...toInput(values), id, revision: revision ?? 0 };
      const saved = await api('POST /course/auth/requirement/save', input, { isShowErrTip: false });
      return { values, revision: saved.revision, id: saved.id };
    },
    onSaved: (saved) => {
      if (!id) return location.assign(href(locale, `/admin/requirements/edit?id=${saved.id}`));
      setStored({ ...stored!, revision: saved.revision });
      notify(t('requirement:editor.saved'), 'success');
    },
    reread,
  });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const phase = stored?.phase ?? 'draft';
  const ask = useAction(async (kind: Asked['kind']) => {
    if (kind === 'delete') return setAsked({ kind, consequences: [t('requirement:editor.deleteHint')] });
    const preview = await api('POST /course/auth/requirement/preview', {
      ...{ ...toInput(editor.form.getValues()), id, revision: stored!.revision },
    });
    const present = preview.count - preview.added + preview.freed;
    const consequences =
      kind === 'publish' ? consequencesOf(preview, t) : [t('requirement:editor.withdrawHint', { count: present })];
    setAsked({ kind, consequences });
  });
  const act = async () => {
    if (asked!.kind === 'delete') {
      await api('DELETE /course/auth/requirement/delete', { id: id! });
      return location.assign(href(locale, '/admin/requirements'));
    }
    const next = asked!.kind === 'publish' ? ('published' as const) : ('withdrawn' as const);
    const { revision } = await api('POST /course/auth/requirement/phase', {
      ...{ id: id!, revision: stored!.revision, phase: next },
    });
    setStored({ ...stored!, phase: next, revision });
    editor.raise(revision);
    notify(t(`requirement:editor.${next === 'published' ? 'publishedNow' : 'withdrawnNow'}`), 'success');
  };
  const header = (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="me-auto text-2xl font-semibold">{title || t('requirement:editor.newTitle')}</h1>
      {stored && <span className="badge badge-soft">{t(`requirement:phase.${phase}`)}</span>}
      {stored && phase !== 'draft' && (
        <a className="btn btn-outline btn-sm" href={href(locale, `/admin/matrix?requirementId=${id}`)}>
          {t('requirement:matrix')}
        </a>
      )}
      {stored && canChange && (
        <HistoryButton kind="requirement" id={stored.id} name={stored.title} timeZone={timeZone} />
      )}
    </header>
  );
  if (editor.conflict)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <ConflictView
          title={t('requirement:editor.conflictTitle')}
          intro={t('requirement:editor.conflict')}
          differences={requirementDifferences(editor.conflict, t, choices)}
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
          {t('requirement:readOnly')}
        </p>
      )}
      <EditorForm
        editor={editor}
        timeZone={timeZone}
        action={t(stored ? 'requirement:editor.save' : 'requirement:editor.create')}
        commands={
          stored &&
          canChange && (
            <Commands phase={phase} isBusy={ask.isPending || editor.isUnsaved || !editor.isReady} onAsk={ask.run} />
          )
        }
      >
        <fieldset className="contents" disabled={!canChange}>
          <Group title={t('requirement:editor.basics')}>
            <TextField name="title" label={t('requirement:editor.name')} maxLength={120} />
            <TextField
              name="summary"
              label={t('requirement:editor.summary')}
              hint={t('requirement:editor.summaryHint')}
              rows={2}
              maxLength={500}
            />
          </Group>
          <Group title={t('requirement:editor.what')} hint={t('requirement:editor.whatHint')}>
            <Subjects name="subjects" label={t('requirement:editor.subjects')} />
          </Group>
          <Audience choices={choices} hidden={stored?.hiddenPeople ?? 0} />
          <Due />
          <Reminders id={id} isPublished={phase === 'published'} />
        </fieldset>
        {canChange && <RequirementPreview id={id} revision={stored?.revision ?? 0} />}
      </EditorForm>
      {asked && (
        <Confirm
          title={t(`requirement:editor.${asked.kind === 'delete' ? 'delete' : `${asked.kind}Title`}`, { title })}
          consequences={asked.consequences}
          action={t(`requirement:editor.${asked.kind}`)}
          onConfirm={act}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <RequirementEditor {...props} />
  </GivenContext>
));

type CommandProps = { phase: Stored['phase']; isBusy: boolean; onAsk: (kind: Asked['kind']) => Promise<unknown> };

/** What can be done with a stored requirement; with what is saved, not with what is typed. */
function Commands({ phase, isBusy, onAsk }: CommandProps) {
  const t = useT();
  const kinds: Asked['kind'][] =
    phase === 'published' ? ['withdraw'] : phase === 'draft' ? ['delete', 'publish'] : ['publish'];
  return kinds.map((kind) => (
    <button key={kind} type="button" className="btn btn-outline" disabled={isBusy} onClick={() => void onAsk(kind)}>
      {t(`requirement:editor.${kind}`)}
    </button>
  ));
}

/** By when, and again when. */
function Due() {
  const t = useT();
  const kind = useSetting('dueKind');
  return (
    <Group title={t('requirement:editor.when')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="dueKind"
          label={t('requirement:editor.due')}
          hint={t(`requirement:editor.dueHint.${kind}`)}
          options={(['assigned', 'joined', 'fixed'] as const).map((value) => ({
            value,
            label: t(`requirement:editor.dueOf.${value}`),
          }))}
        />
        {kind === 'fixed' ? (
          <DayField name="dueOn" label={t('requirement:editor.dueOn')} />
        ) : (
          <NumberField name="dueDays" label={t('requirement:editor.dueDays')} />
        )}
        <NumberField
          name="repeatMonths"
          label={t('requirement:editor.repeatMonths')}
          hint={t('requirement:editor.repeatHint')}
        />
        <NumberField name="renewDays" label={t('requirement:editor.renewDays')} />
      </div>
    </Group>
  );
}
