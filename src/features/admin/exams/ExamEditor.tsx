import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { island, useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { PagePreview, previewAddress } from '../content/PagePreview.tsx';
import { PreviewSwitch } from '../content/PreviewSwitch.tsx';
import { EditorForm } from '../kit/EditorForm.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { isSameJson } from '../kit/same-json.ts';
import { useEditor } from '../kit/use-editor.ts';
import { Allowances } from './Allowances.tsx';
import { AttemptRules } from './AttemptRules.tsx';
import { Basics } from './Basics.tsx';
import { CertificateRule } from './CertificateRule.tsx';
import { ConductRules } from './ConductRules.tsx';
import { DeleteExam } from './DeleteExam.tsx';
import { type Choices, newSettings, type Stored, toInput, versionOf } from './exam-settings.ts';
import { examChange } from './exam-differences.ts';
import { ExamConflict } from './ExamConflict.tsx';
import { FormerNote, UseFormer } from './FormerValues.tsx';
import type { Former } from './former-settings.ts';
import { MarkingRules } from './MarkingRules.tsx';
import { PaperCheck } from './PaperCheck.tsx';
import { PaperRules } from './PaperRules.tsx';

/** Characters of a title. */
const MAX_TITLE = 200;

type Props = {
  stored: Stored | null;
  choices: Choices;
  timeZone: string;
  now: string;
  isAdmin: boolean;
  grantsAllowances: boolean;
  languages: readonly Locale[];
  /** It begins with the page of candidates beside the form. */
  hasPreview: boolean;
};

/** Creates or changes an exam: every setting with what it means for candidates. */
export default island<Props>(function ExamEditor({
  stored: given,
  choices,
  timeZone,
  now,
  isAdmin,
  grantsAllowances,
  languages,
  hasPreview,
  locale,
}) {
  const t = useT();
  /** As far as this page knows. */
  const [stored, setStored] = useState(given);
  const [isPreviewed, setPreviewed] = useState(hasPreview);
  /** What the form has from its history, not saved yet. */
  const [former, setFormer] = useState<Former | null>(null);
  const [first] = useState(() => (given ? versionOf(given) : { values: newSettings(now, choices) }));
  const id = given?.id;
  const editor = useEditor({
    draft: `exam-${id ?? 'new'}`,
    stored: first,
    save: async (values, revision) =>
      versionOf(
        await api('POST /exam/auth/exam/admin/save', { ...toInput(values), id, revision }, { isShowErrTip: false }),
      ),
    onSaved: ({ exam }) => {
      if (!id) return location.assign(href(locale, `/admin/exams/edit?id=${exam.id}`));
      setStored(exam);
      setFormer(null);
      const { running, extended } = exam;
      notify(t(running > 0 ? 'exam:admin.savedRunning' : 'exam:admin.saved', { running, extended }), 'success');
    },
    reread: async () => {
      const theirs = await api('GET /exam/auth/exam/admin/view', { id: id! }, { isShowErrTip: false });
      setStored(theirs);
      return versionOf(theirs);
    },
  });
  const title = useWatch({ control: editor.form.control, name: 'title' });
  const published = stored?.published ?? false;
  const publish = useAction(async () => {
    try {
      const input = { id: id!, published: !published };
      const { revision } = await api('PUT /exam/auth/exam/admin/publish', input, { isShowErrTip: false });
      setStored({ ...stored!, published: !published });
      editor.raise(revision);
      editor.showAlert('');
      notify(t(published ? 'exam:admin.withdrawn' : 'exam:admin.publishedNow'), 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      editor.showAlert(error.message || t('common:operationFailed'));
    }
  });
  /** What is stored, as an exam of its own that is not published. */
  const duplicate = useAction(async () => {
    const { values } = versionOf(stored!);
    const copyTitle = t('exam:admin.copyOf', { title: values.title }).slice(0, MAX_TITLE);
    const copy = await api('POST /exam/auth/exam/admin/save', toInput({ ...values, title: copyTitle }));
    location.assign(href(locale, `/admin/exams/edit?id=${copy.id}`));
  });
  const discard = () => {
    editor.discard();
    setFormer(null);
  };
  /** Puts values from before a change into the form, as if they were typed. */
  const putBack = (found: Former) => {
    const present = editor.form.getValues();
    const values = { ...present, ...found.values };
    if (isSameJson(values, present)) return notify(t('exam:admin.former.same'), 'success');
    editor.form.reset(values, { keepDefaultValues: true });
    setFormer(found);
  };
  const props = { choices, timeZone, isAdmin };
  const page = stored && `/test/id?id=${stored.id}`;
  const words = { t, locale, timeZone, choices };
  const header = (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="me-auto text-2xl font-semibold">{title || stored?.title || t('exam:admin.newTitle')}</h1>
      {stored && (
        <span className={`badge badge-soft ${published ? 'badge-success' : ''}`}>
          {t(published ? 'exam:admin.isPublished' : 'exam:admin.isDraft')}
        </span>
      )}
      {stored && (
        <a
          className="btn border-base-300 bg-base-100 btn-sm"
          href={href(locale, previewAddress(page!, 'exam', stored.id))}
          target="_blank"
        >
          {t('editing:preview')}
        </a>
      )}
      {!editor.conflict && <PreviewSwitch isShown={isPreviewed} isReady={editor.isReady} onChange={setPreviewed} />}
      {stored && (
        <HistoryButton
          kind="exam"
          id={stored.id}
          name={stored.title}
          timeZone={timeZone}
          describe={(change) => examChange(change, first.values, words)}
          commandOf={(entry, close) =>
            !editor.conflict && (
              <UseFormer
                examId={stored.id}
                {...{ entry, choices, isAdmin }}
                isReady={editor.isReady}
                onUse={(found) => {
                  putBack(found);
                  close();
                }}
              />
            )
          }
        />
      )}
    </header>
  );
  if (editor.conflict)
    return (
      <div className="flex flex-col gap-6">
        {header}
        <ExamConflict {...props} conflict={editor.conflict} onMerge={editor.resolve} />
      </div>
    );
  return (
    <div className="content-editor">
      {header}
      {stored && stored.running > 0 && (
        <p role="status" className="alert alert-soft alert-info">
          {t('exam:admin.runningHint', { count: stored.running })}
        </p>
      )}
      {former && editor.isUnsaved && <FormerNote former={former} timeZone={timeZone} />}
      <div className="content-columns">
        <EditorForm
          editor={{ ...editor, discard }}
          timeZone={timeZone}
          action={t(stored ? 'exam:admin.save' : 'exam:admin.create')}
          commands={
            stored && (
              <>
                <button
                  type="button"
                  className="btn btn-ghost"
                  disabled={!editor.isReady || duplicate.isPending}
                  onClick={() => void duplicate.run()}
                >
                  {t('editing:duplicate')}
                </button>
                <DeleteExam id={stored.id} title={stored.title} isReady={editor.isReady} />
                <button
                  type="button"
                  className="btn btn-outline"
                  disabled={publish.isPending}
                  onClick={() => void publish.run()}
                >
                  {t(published ? 'exam:admin.withdraw' : 'exam:admin.publish')}
                </button>
              </>
            )
          }
        >
          <Basics {...props} />
          {isAdmin && <CertificateRule {...props} />}
          <AttemptRules {...props} />
          <ConductRules />
          <PaperRules {...props} />
          <MarkingRules {...props} marksGiven={stored?.marksGiven ?? false} />
        </EditorForm>
        {isPreviewed && (
          <PagePreview
            item={stored && { kind: 'exam', id: stored.id, page: page!, revision: stored.revision, isComplete: true }}
            title={title || t('exam:admin.newTitle')}
            languages={languages}
          />
        )}
      </div>
      {stored && <PaperCheck key={stored.revision} id={stored.id} />}
      {stored && grantsAllowances && <Allowances examId={stored.id} timeZone={timeZone} />}
    </div>
  );
});
