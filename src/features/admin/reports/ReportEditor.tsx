import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { api } from '#src/client/api.ts';
import { leavePage } from '#src/client/leave-page.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { columnsOf, type Definition, type Entity, type SourceName } from '#src/contract/rules/report.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Confirm } from '../kit/Confirm.tsx';
import { CheckField, Group, TextField } from '../kit/fields.tsx';
import { PageHead } from '../kit/PageHead.tsx';
import { useConflict } from '../kit/use-conflict.ts';
import { complete, messageOf, type Saved, VIEW } from './report-list.ts';
import { DefinitionFields } from './DefinitionFields.tsx';
import { namesIn, ReportConflict, type ReportValues } from './ReportConflict.tsx';
import { ReportResult } from './ReportResult.tsx';

type Props = {
  /** The report that is changed; null: a new one. */
  stored: Pick<Saved, 'id' | 'revision' | 'name' | 'isShared'> | null;
  /** With what it begins. */
  begun: Definition;
  sources: readonly SourceName[];
  canShare: boolean;
  timeZone: string;
  linked: readonly Entity[];
};

/** Milliseconds after the last change before the preview follows. */
const PAUSE_MS = 400;

/** The builder of reports, with a preview of what it shows. */
function ReportEditor({ stored, begun, sources, canShare, timeZone, linked }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [name, setName] = useState(stored?.name ?? '');
  const [isShared, setShared] = useState(stored?.isShared ?? false);
  const [definition, setDefinition] = useState(begun);
  const [previewed, setPreviewed] = useState(complete(begun));
  const [isDeleting, setDeleting] = useState(false);
  const [alert, setAlert] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPreviewed(complete(definition)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [definition]);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const { revision, conflict, compare, resolve } = useConflict<ReportValues>(
    {
      values: { name: stored?.name ?? '', isShared: stored?.isShared ?? false, definition: begun },
      revision: stored?.revision,
    },
    async () => {
      const theirs = await api(VIEW, { id: stored!.id });
      setNames(await namesIn([begun, definition, theirs.definition]));
      return { values: theirs, revision: theirs.revision };
    },
  );
  const { run: save, isPending } = useAction(async (asNew: boolean) => {
    const own = stored && !asNew ? { id: stored.id, revision } : {};
    const values = { name, isShared, definition: complete(definition) };
    setAlert('');
    try {
      const { id } = await api('POST /report/auth/report/save', { ...own, ...values }, { isShowErrTip: false });
      notify(t('reports:editor.saved'), 'success');
      await leavePage({ path: href(locale, `/admin/reports/view?id=${id}`) });
    } catch (error) {
      if (stored && (await compare(error, values))) return;
      if (error instanceof ApiError) setAlert(messageOf(error));
      throw error;
    }
  });
  const remove = async () => {
    await api('DELETE /report/auth/report/delete', { id: stored!.id });
    notify(t('reports:editor.deleted'), 'success');
    await leavePage({ path: href(locale, '/admin/reports') });
  };
  const isEmpty = columnsOf(definition).length === 0;
  if (conflict)
    return (
      <ReportConflict
        conflict={conflict}
        names={names}
        onMerge={(merged) => {
          setName(merged.name);
          setShared(merged.isShared);
          setDefinition(merged.definition);
          resolve();
        }}
      />
    );
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={stored?.name ?? t('reports:editor.newTitle')}>
        {stored && (
          <>
            <button type="button" className="btn btn-ghost" disabled={!hydrated} onClick={() => setDeleting(true)}>
              {t('reports:editor.delete')}
            </button>
            <button type="button" className="btn" disabled={!hydrated} onClick={() => void save(true)}>
              {t('reports:editor.saveAs')}
            </button>
          </>
        )}
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated}
          aria-disabled={isPending}
          onClick={() => void save(false)}
        >
          {t('reports:editor.save')}
        </button>
      </PageHead>
      <FormAlert text={alert} />
      <div className="grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        {/* What is chosen before the island runs would be shown, and have no effect. */}
        <fieldset className="contents" disabled={!hydrated}>
          <Group title={t('reports:editor.title')}>
            <TextField label={t('reports:editor.name')} value={name} onChange={setName} maxLength={60} />
            <DefinitionFields {...{ definition, sources, onChange: setDefinition }} />
            {canShare && (
              <CheckField
                label={t('reports:editor.isShared')}
                hint={t('reports:editor.sharedHint')}
                value={isShared}
                onChange={setShared}
              />
            )}
          </Group>
        </fieldset>
        <section aria-label={t('reports:editor.preview')} className="min-w-0">
          {isEmpty ? (
            <p className="paper p-6 text-muted">{t('reports:editor.previewHint')}</p>
          ) : (
            <ReportResult definition={previewed} timeZone={timeZone} linked={linked} />
          )}
        </section>
      </div>
      {isDeleting && (
        <Confirm
          title={t('reports:editor.delete')}
          consequences={[t('reports:editor.deleteText', { name: stored!.name })]}
          action={t('reports:editor.delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <ReportEditor {...props} />
  </GivenContext>
));
