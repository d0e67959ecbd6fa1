import '#src/components/bottom-edge.css';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { Allowances } from './Allowances.tsx';
import { AttemptRules } from './AttemptRules.tsx';
import { Basics } from './Basics.tsx';
import { CertificateRule } from './CertificateRule.tsx';
import { type Choices, editable, newSettings, type Settings, type Stored, toInput } from './exam-settings.ts';
import { MarkingRules } from './MarkingRules.tsx';
import { PaperCheck } from './PaperCheck.tsx';
import { PaperRules } from './PaperRules.tsx';

type Props = { stored: Stored | null; choices: Choices; timeZone: string; now: string; isAdmin: boolean };

/** Creates or changes an exam: every setting with what it means for candidates. */
export default island<Props>(function ExamEditor({ stored, choices, timeZone, now, isAdmin, locale }) {
  const t = useT();
  const hydrated = useHydrated();
  const [settings, setSettings] = useState<Settings>(() => (stored ? editable(stored) : newSettings(now, choices)));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [alert, setAlert] = useState('');
  const [published, setPublished] = useState(stored?.published ?? false);
  const [saved, setSaved] = useState(0);
  const change = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }));
  const props = { settings, change, errors, choices, timeZone, isAdmin };
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setErrors(error.fields);
    setAlert(Object.values(error.fields).join(' · ') || error.message || t('common:operationFailed'));
  };
  const save = useAction(async () => {
    try {
      const { id, running, extended } = await api('POST /exam/auth/exam/admin/save', toInput(settings), {
        isShowErrTip: false,
      });
      setErrors({});
      setAlert('');
      if (!settings.id) return location.assign(href(locale, `/admin/exams/edit?id=${id}`));
      notify(t(running > 0 ? 'exam:admin.savedRunning' : 'exam:admin.saved', { running, extended }), 'success');
      setSaved(saved + 1);
    } catch (error) {
      fail(error);
    }
  });
  const publish = useAction(async () => {
    try {
      const input = { id: settings.id!, published: !published };
      await api('PUT /exam/auth/exam/admin/publish', input, { isShowErrTip: false });
      setPublished(!published);
      setAlert('');
      notify(t(published ? 'exam:admin.withdrawn' : 'exam:admin.publishedNow'), 'success');
    } catch (error) {
      fail(error);
    }
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      aria-busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-2xl font-semibold">{settings.title || t('exam:admin.newTitle')}</h1>
        {settings.id && (
          <span className={`badge badge-soft ${published ? 'badge-success' : ''}`}>
            {t(published ? 'exam:admin.isPublished' : 'exam:admin.isDraft')}
          </span>
        )}
      </header>
      {stored && stored.running > 0 && (
        <p role="status" className="alert alert-info alert-soft">
          {t('exam:admin.runningHint', { count: stored.running })}
        </p>
      )}
      <FormAlert text={alert} />
      {/* What is typed before the island runs would be shown, and not be saved. */}
      <fieldset className="contents" disabled={!hydrated}>
        <Basics {...props} />
        {isAdmin && <CertificateRule {...props} />}
        <AttemptRules {...props} />
        <PaperRules {...props} />
        <MarkingRules {...props} marksGiven={stored?.marksGiven ?? false} />
      </fieldset>
      <div className="sticky bottom-edge z-10 flex flex-wrap items-center justify-end gap-3 rounded-t-box border border-base-300 bg-base-100 px-4 py-3 shadow-lg">
        {settings.id && (
          <button
            type="button"
            className="btn btn-outline"
            disabled={publish.isPending}
            onClick={() => void publish.run()}
          >
            {t(published ? 'exam:admin.withdraw' : 'exam:admin.publish')}
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={!hydrated || save.isPending}>
          {t(settings.id ? 'exam:admin.save' : 'exam:admin.create')}
        </button>
      </div>
      {settings.id && <PaperCheck key={saved} id={settings.id} />}
      {settings.id && isAdmin && <Allowances examId={settings.id} timeZone={timeZone} />}
    </form>
  );
});
