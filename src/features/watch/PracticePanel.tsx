import { useEffect, useState, type SubmitEvent } from 'react';
import { api } from '#src/client/api.ts';
import { FieldError } from '#src/components/FieldError.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { href, type Locale } from '#src/i18n/locale.ts';
import { PracticeGuide } from './PracticeGuide.tsx';
import type { Resource } from './room.ts';

/** A practical operation: done offline, submitted here, approved by the lecturer or an administrator. */
export function PracticePanel({
  resource,
  completed,
  locale,
}: {
  resource: Resource;
  completed: boolean;
  locale: Locale;
}) {
  const t = useT();
  const [practice, setPractice] = useState(resource.practice);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [sending, setSending] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const state = completed ? 'approved' : (practice?.state ?? 'none');
  const open = state !== 'approved' && state !== 'pending';

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!note.trim()) return setMissing(true);
    setSending(true);
    try {
      const input = { resourceId: resource.subResourceId, note: note.trim() };
      setPractice(await api('POST /course/auth/study/practice/save', input));
      setNote('');
    } catch {
      // The error was shown as a toast.
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="paper flex flex-col gap-4 p-6">
      <div role="status" className="flex items-start gap-3">
        <Icon
          name={
            state === 'approved'
              ? 'check-circle'
              : state === 'rejected'
                ? 'x-circle'
                : state === 'pending'
                  ? 'clock'
                  : 'task'
          }
          className={`mt-0.5 size-6 ${state === 'approved' ? 'text-success' : state === 'rejected' ? 'text-error' : 'text-primary'}`}
        />
        <div className="min-w-0">
          <p className="font-medium">{t(`study:practice.state.${state}`)}</p>
          <p className="text-sm text-muted">{t(`study:practice.hint.${state}`)}</p>
          {practice?.note && (
            <p className="mt-2 text-sm break-words">{t('study:practice.note', { note: practice.note })}</p>
          )}
          {practice?.reason && state !== 'pending' && (
            <p className="mt-1 text-sm break-words">{t('study:practice.reason', { reason: practice.reason })}</p>
          )}
          {practice && (
            <a
              className="link mt-2 inline-block text-sm"
              href={href(locale, `/account?change=6&flow=mine&id=${practice.instanceId}`)}
            >
              {t('study:practice.see')}
            </a>
          )}
        </div>
      </div>
      <PracticeGuide resource={resource} />
      {open && (
        <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
          <div className="flex flex-col gap-1.5">
            <label htmlFor="practice-note" className="text-sm font-medium">
              {t('study:practice.label')}
            </label>
            <textarea
              id="practice-note"
              rows={4}
              maxLength={500}
              className="textarea w-full"
              value={note}
              aria-invalid={missing || undefined}
              aria-describedby={missing ? 'practice-error' : undefined}
              onChange={(event) => {
                setNote(event.target.value);
                setMissing(false);
              }}
            />
            {missing && <FieldError id="practice-error" text={t('study:practice.missing')} />}
          </div>
          <button type="submit" className="btn btn-primary self-start" disabled={sending || !ready}>
            {t(sending ? 'study:practice.sending' : 'study:practice.submit')}
          </button>
        </form>
      )}
    </div>
  );
}
