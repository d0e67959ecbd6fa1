import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { fileSizeText } from '#src/lib/file-size.ts';
import { PAGE, QUOTA, UPLOADS, VIEW } from './media-list.ts';

export type NewBytes = { uploadId: string } | { id: string; version: number };
type Props = { by: NewBytes; onClose: () => void };
type Replacement = Data<'GET /data/auth/media/replacement/view'>;

/** Says what new bytes of a file change for those who study it, and replaces them. */
export function ReplaceDialog({ by, onClose }: Props) {
  return 'uploadId' in by ? <ByUpload by={by} onClose={onClose} /> : <ByVersion by={by} onClose={onClose} />;
}

function ByUpload({ by, onClose }: { by: { uploadId: string }; onClose: () => void }) {
  const query = useCall('GET /data/auth/media/replacement/view', by);
  const apply = (plan: string) => api('POST /data/auth/media/replacement/apply', { ...by, plan });
  return <Body {...{ query, apply, onClose }} />;
}

function ByVersion({ by, onClose }: { by: { id: string; version: number }; onClose: () => void }) {
  const query = useCall('GET /data/auth/media/version/view', by);
  const apply = (plan: string) => api('POST /data/auth/media/version/restore', { ...by, plan });
  return <Body {...{ query, apply, onClose }} />;
}

type BodyProps = {
  query: ReturnType<typeof useCall<'GET /data/auth/media/replacement/view'>>;
  apply: (plan: string) => Promise<unknown>;
  onClose: () => void;
};

function Body({ query, apply, onClose }: BodyProps) {
  const t = useT();
  const { run, isPending } = useAction(async (plan: string) => {
    try {
      await apply(plan);
      notify(t('media:replace.done'), 'success');
      onClose();
    } catch (error) {
      // Something has changed meanwhile: what is said now is confirmed, or not.
      query.reload();
      throw error;
    } finally {
      invalidate(PAGE, VIEW, QUOTA, UPLOADS);
    }
  });
  return (
    <ActionDialog title={t('media:replace.title')} onClose={onClose} className="max-w-lg">
      <LoadState query={query} lines={4}>
        {(change) => (
          <>
            <p className="break-words">{t('media:replace.what', { name: change.name })}</p>
            <ul className="flex list-disc flex-col gap-1 ps-5 tabular-nums">
              {said(t, change).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <div className="modal-action mt-0">
              <button type="button" className="btn btn-ghost" onClick={onClose}>
                {t('common:cancel')}
              </button>
              <button
                type="button"
                className="btn btn-primary"
                aria-disabled={isPending}
                onClick={() => void run(change.plan)}
              >
                {t('media:replace.apply')}
              </button>
            </div>
          </>
        )}
      </LoadState>
    </ActionDialog>
  );
}

function said(t: ReturnType<typeof useT>, change: Replacement): string[] {
  const { before, after, placeCount, studyingCount, completedCount, beyondCount, lateQuestions, lateCaptions } = change;
  const text = (key: string, count: number) => (count > 0 ? [t(`media:replace.${key}`, { count })] : []);
  const length = ({ seconds }: Replacement['before']) => (seconds === null ? '–' : clockTime(seconds));
  return [
    t('media:replace.size', { before: fileSizeText(before.bytes), after: fileSizeText(after.bytes) }),
    ...(before.seconds === after.seconds
      ? []
      : [t('media:replace.length', { before: length(before), after: length(after) })]),
    ...text('places', placeCount),
    ...text('studying', studyingCount),
    ...text('beyond', beyondCount),
    ...text('completed', completedCount),
    ...text('questions', lateQuestions),
    ...(lateCaptions.length > 0 ? [t('media:replace.captions', { langs: lateCaptions.join(', ') })] : []),
  ];
}
