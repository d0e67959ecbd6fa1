import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';
import { useAction } from '#src/client/use-action.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { useT } from '#src/i18n/island.tsx';
import './file-field.css';

type Props = {
  label: string;
  hint: string;
  /** As of the HTML attribute: `.xlsx,.csv`. */
  accept: string;
  /** What is shown when all has been sent, until `send` ends. */
  reading: string;
  /**
   * Sends the file.
   * @param options for `upload`
   * @throws ApiError whose message is shown
   */
  send: (file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<void>;
};

/** A file that is sent as soon as it is chosen or dropped, with its progress; sending can be cancelled. */
export function FileField({ label, hint, accept, reading, send }: Props) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const [alert, setAlert] = useState('');
  const [isOver, setOver] = useState(false);
  const { run, isPending } = useAction(async (file: File) => {
    const abort = new AbortController();
    sending.current = abort;
    setAlert('');
    setShare(0);
    try {
      await send(file, { onProgress: setShare, signal: abort.signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!abort.signal.aborted) setAlert(error.message);
    } finally {
      sending.current = null;
      // Otherwise the same file could not be chosen again.
      if (input.current) input.current.value = '';
    }
  });
  const start = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void run(file);
  };
  // A file that was chosen before this was hydrated; after that, changes of the input are events.
  const startFirst = useEffectEvent(() => start(input.current?.files ?? null));
  useEffect(() => startFirst(), []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    start(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <FormAlert text={alert} />
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      <div
        className="kit-file"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="sr-only"
          accept={accept}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-hint`}
          disabled={isPending}
          onChange={(event) => start(event.target.files)}
        />
        {!isPending && (
          <div className="flex flex-wrap items-center gap-3">
            <label id={`${id}-choose`} htmlFor={id} className="btn btn-sm">
              {t('admin:file.choose')}
            </label>
            <span className="text-sm text-muted">{t('admin:file.drop')}</span>
          </div>
        )}
        {isPending && (
          <div className="flex items-center gap-3">
            <progress
              className="progress progress-primary grow"
              aria-label={label}
              {...(share < 1 && { value: share, max: 1 })}
            />
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => sending.current?.abort()}>
              {t('common:cancel')}
            </button>
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted" role="status">
        {isPending ? (share < 1 ? t('admin:file.sending', { percent: Math.floor(share * 100) }) : reading) : hint}
      </p>
    </div>
  );
}
