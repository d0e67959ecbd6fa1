import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { fileSizeText } from '#src/lib/file-size.ts';
import type { UploadItem } from './upload-queue.ts';
import type { MediaUploads } from './use-uploads.ts';

/** Uploads that are shown; of more only their number is said. */
const SHOWN = 30;

type Props = {
  uploads: MediaUploads;
  /** Decides about an upload that is to replace a file. */
  onDecide?: (uploadId: string) => void;
  /** Takes the file of the library with the same content instead of the one that was uploaded. */
  onUseSame: (item: UploadItem) => void;
};

/** Progress of uploads, with what can be done about each. */
export function UploadTray({ uploads, onDecide, onUseSame }: Props) {
  const t = useT();
  const { items, interrupted, ready } = uploads;
  if (items.length + interrupted.length + ready.length === 0) return null;
  const isEnded = ({ state }: UploadItem) => state === 'done' || state === 'failed';
  const shown = [...items].sort((a, b) => Number(isEnded(a)) - Number(isEnded(b))).slice(0, SHOWN);
  return (
    <section className="paper flex flex-col gap-3 p-4" aria-label={t('media:uploads')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('media:uploads')}</h2>
        {items.length > 0 && (
          <p role="status" className="text-sm text-muted tabular-nums">
            {t('media:uploadedCount', {
              count: items.filter(({ state }) => state === 'done').length,
              total: items.length,
            })}
          </p>
        )}
        {items.some(isEnded) && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            onClick={() => items.filter(isEnded).forEach(({ key }) => uploads.dismiss(key))}
          >
            {t('media:clearDone')}
          </button>
        )}
      </div>
      <ul className="media-uploads">
        {shown.map((item) => (
          <Row key={item.key} {...{ item, uploads, onDecide, onUseSame }} />
        ))}
        {interrupted.map(({ id, fileName, received, fileSize }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 grow">
              <span className="block truncate">{fileName}</span>
              <span className="text-sm text-warning">
                {t('media:chooseAgain', { percent: Math.floor((100 * received) / fileSize) })}
              </span>
            </span>
          </li>
        ))}
        {onDecide &&
          ready.map(({ id, fileName }) => (
            <li key={id} className="flex items-center gap-3">
              <span className="min-w-0 grow truncate">{fileName}</span>
              <button type="button" className="btn btn-sm" onClick={() => onDecide(id)}>
                {t('media:replace.decide')}
              </button>
            </li>
          ))}
      </ul>
      {items.length > SHOWN && (
        <p className="text-sm text-muted">{t('media:moreUploads', { count: items.length - SHOWN })}</p>
      )}
    </section>
  );
}

type RowProps = Props & { item: UploadItem };

function Row({ item, uploads, onDecide, onUseSame }: RowProps) {
  const t = useT();
  const { key, name, size, sent, state, message, sameAs, uploadId } = item;
  const percent = size > 0 ? Math.floor((100 * sent) / size) : 0;
  const canPause = state === 'running';
  const canResume = state === 'paused' || state === 'offline' || (state === 'failed' && uploadId !== null);
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 grow">
        <p className="flex justify-between gap-3 text-sm">
          <span className="truncate">{name}</span>
          <span className="text-muted tabular-nums">{state === 'done' ? fileSizeText(size) : `${percent}%`}</span>
        </p>
        {(state === 'running' || state === 'paused' || state === 'offline' || state === 'waiting') && (
          <progress
            className="progress progress-primary w-full"
            value={percent}
            max={100}
            aria-label={t('media:progressOf', { name })}
          />
        )}
        <p role="status" className={`text-sm ${state === 'failed' ? 'text-error' : 'text-muted'}`}>
          {state === 'done' && sameAs
            ? t('media:sameAs', { name: sameAs.name })
            : message || t(`media:uploadState.${state}`)}
        </p>
      </div>
      {state === 'done' && sameAs && (
        <button type="button" className="btn btn-sm" onClick={() => onUseSame(item)}>
          {t('media:useSame')}
        </button>
      )}
      {state === 'ready' && onDecide && (
        <button type="button" className="btn btn-primary btn-sm" onClick={() => onDecide(uploadId!)}>
          {t('media:replace.decide')}
        </button>
      )}
      {(canPause || canResume) && (
        <button
          type="button"
          className="btn btn-sm btn-square"
          aria-label={t(canPause ? 'media:pause' : 'media:resume', { name })}
          onClick={() => (canPause ? uploads.pause(key) : uploads.resume(key))}
        >
          <Icon name={canPause ? 'pause' : 'play'} className="size-4" />
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t(state === 'done' ? 'media:dismiss' : 'media:cancel', { name })}
        onClick={() => (state === 'done' || state === 'failed' ? uploads.dismiss(key) : uploads.cancel(key))}
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}
