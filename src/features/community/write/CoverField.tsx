import { useId, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { Cover } from '#src/components/Cover.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { upload } from '#src/client/upload.ts';
import { useT } from '#src/i18n/island.tsx';
import { PICTURE_TYPES, pictureProblem } from '#src/contract/rules/picture.ts';

type Props = {
  seed: string;
  cover: string | null;
  error: string | undefined;
  disabled: boolean;
  onChange: (picture: { coverFileId: string | null; cover: string | null }) => void;
};

/** The cover of a post: uploaded when it is chosen, otherwise drawn. */
export function CoverField({ seed, cover, error, disabled, onChange }: Props) {
  const t = useT();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const shown = problem || error;
  const choose = async (picture: File) => {
    const wrong = pictureProblem(picture);
    setProblem(wrong ? t(`posts:write.${wrong}`) : '');
    if (wrong) return;
    setProgress(0);
    try {
      const stored = await upload(
        'POST /system/auth/upload/pic',
        { file: picture, use: 'text' },
        { _No_dispose: true, onProgress: setProgress },
      );
      onChange({ coverFileId: stored.id, cover: stored.url });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem(failure.fields.file || failure.message || t('common:failedToLoad'));
    } finally {
      setProgress(null);
    }
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('posts:write.cover')}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-40 overflow-hidden rounded-field">
          <Cover seed={seed} src={cover} sizes="10rem" />
        </div>
        <div className="min-w-0 grow">
          <input
            ref={file}
            id={id}
            type="file"
            accept={PICTURE_TYPES.join()}
            disabled={disabled || progress !== null}
            aria-invalid={shown ? true : undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            className="peer sr-only"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) void choose(chosen);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          <label
            htmlFor={id}
            aria-hidden="true"
            className="btn btn-sm peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
          >
            <Icon name="upload" className="size-4" />
            {t('posts:write.coverChoose')}
          </label>
          {cover && (
            <button
              type="button"
              className="btn btn-ghost btn-sm ms-1"
              onClick={() => {
                onChange({ coverFileId: null, cover: null });
                file.current!.focus();
              }}
            >
              {t('posts:write.coverRemove')}
            </button>
          )}
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
            {t('posts:write.coverHint')}
          </p>
          {progress !== null && (
            <progress
              max={1}
              value={progress}
              aria-label={t('posts:write.coverProgress')}
              className="progress progress-primary mt-2 w-full max-w-sm"
            />
          )}
          <p id={`${id}-problem`} role="alert" className="mt-1.5 text-sm text-error empty:hidden">
            {shown}
          </p>
        </div>
      </div>
    </div>
  );
}
