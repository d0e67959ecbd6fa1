import { createPortal } from 'react-dom';
import { useT } from '#src/i18n/island.tsx';
import type { PictureUpload } from './use-picture-uploads.ts';

/** An unfinished picture at its place in the text: progress, or what went wrong. */
export function UploadPlace({ upload }: { upload: PictureUpload }) {
  const t = useT();
  const { name, element, progress, problem, isRetryable, retry, remove } = upload;
  return createPortal(
    <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-box border border-base-300 bg-base-200 p-3 text-sm">
      <span className="min-w-0 truncate font-medium">{name}</span>
      {problem ? (
        <span role="alert" className="text-error">
          {problem}
        </span>
      ) : (
        <progress
          className="progress w-32"
          value={progress}
          max={1}
          aria-label={t('editor:picture.uploading', { name })}
        />
      )}
      <span className="ms-auto flex gap-2">
        {problem && isRetryable && (
          <button type="button" className="btn btn-xs" onClick={retry}>
            {t('common:retry')}
          </button>
        )}
        <button type="button" className="btn btn-ghost btn-xs" onClick={remove}>
          {t('editor:picture.remove')}
        </button>
      </span>
    </div>,
    element,
  );
}
