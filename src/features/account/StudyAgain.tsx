import { useRef } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';

type Own = Data<'POST /course/auth/requirement/own'>['list'][number];
type Props = Own['renewals'][number] & Pick<Own, 'requirementId'>;

/** Begins a completed course again after a confirmation, and leads to it; one that was begun is a link with its progress. */
function StudyAgain({ requirementId, courseId, title, studyProgress }: Props) {
  const t = useT();
  const hydrated = useHydrated();
  const course = href(useLocale(), `/knowledge/course/${courseId}`);
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, isPending } = useAction(async () => {
    await api('POST /course/auth/requirement/own/renew', { requirementId, courseId });
    location.assign(course);
  });
  if (studyProgress !== null)
    return (
      <a className="btn btn-soft btn-sm btn-info h-auto min-h-8 py-1" href={course}>
        {t('requirement:own.studying', { title, percent: studyProgress })}
      </a>
    );
  return (
    <>
      <button
        type="button"
        className="btn btn-sm h-auto min-h-8 py-1"
        disabled={!hydrated}
        // Not `disabled`, which would lose the focus.
        aria-disabled={isPending}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="rotate" className="size-4" />
        {t('requirement:own.studyAgain', { title })}
      </button>
      <ConfirmDialog
        ref={dialog}
        title={t('requirement:own.studyAgain', { title })}
        text={t('requirement:own.studyAgainText')}
        action={t('requirement:own.begin')}
        onConfirm={() => void run()}
      />
    </>
  );
}

export default island(StudyAgain);
