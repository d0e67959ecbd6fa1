import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { EVIDENCE_ACCEPT } from '#src/contract/rules/evaluation.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Evaluation } from './evaluation.ts';
import { EvidenceList } from './EvidenceList.tsx';
import { type Uploading, useUploads } from './use-uploads.ts';

type Props = { evaluation: Evaluation; onChanged: () => void };

/** Adds and removes evidence of a practical operation that is not submitted yet. */
export function EvidenceUpload({ evaluation, onChanged }: Props) {
  const t = useT();
  const id = useId();
  const hydrated = useHydrated();
  const { items, add, pause, resume, cancel } = useUploads(evaluation.id, onChanged);
  const { run: remove } = useAction(async (fileId: string) => {
    await api('DELETE /course/auth/evaluation/evidence/delete', { id: fileId });
    onChanged();
  });
  const complete = evaluation.evidence.filter(({ url }) => url !== null);
  const names = new Set(items.map(({ fileName }) => fileName));
  // Begun before a reload: the browser does not keep the file, so it has to be picked again.
  const interrupted = evaluation.evidence.filter(({ url, fileName }) => url === null && !names.has(fileName));
  const removeButton = (file: { id: string; fileName: string }) => (
    <button
      type="button"
      className="btn btn-ghost btn-sm btn-square"
      aria-label={t('evaluation:evidence.remove', { name: file.fileName })}
      onClick={() => void remove(file.id)}
    >
      <Icon name="trash" className="size-4" />
    </button>
  );
  return (
    <div className="flex flex-col gap-4">
      {complete.length > 0 && <EvidenceList files={complete} tools={removeButton} />}
      {(items.length > 0 || interrupted.length > 0) && (
        <ul className="flex flex-col gap-3" aria-label={t('evaluation:evidence.uploads')}>
          {items.map((item) => (
            <Row key={item.key} item={item} onPause={pause} onResume={resume} onCancel={cancel} />
          ))}
          {interrupted.map((file) => (
            <li key={file.id} className="flex items-center justify-between gap-3 text-sm">
              <span className="min-w-0">
                <span className="block truncate">{file.fileName}</span>
                <span className="text-warning">
                  {t('evaluation:evidence.pickAgain', { percent: Math.floor((100 * file.received) / file.fileSize) })}
                </span>
              </span>
              {removeButton(file)}
            </li>
          ))}
        </ul>
      )}
      <div>
        <input
          id={id}
          type="file"
          multiple
          accept={EVIDENCE_ACCEPT}
          className="peer sr-only"
          disabled={!hydrated || complete.length + items.length >= MAX_ITEMS.evidence}
          onChange={({ target }) => {
            for (const file of target.files ?? []) void add(file);
            target.value = '';
          }}
        />
        <label
          htmlFor={id}
          className="btn peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:btn-disabled"
        >
          <Icon name="upload" className="size-4" />
          {t('evaluation:evidence.add')}
        </label>
        <p className="mt-1 text-sm text-muted">{t('evaluation:evidence.hint', { count: MAX_ITEMS.evidence })}</p>
      </div>
    </div>
  );
}

type RowProps = {
  item: Uploading;
  onPause: (key: string) => void;
  onResume: (key: string) => void;
  onCancel: (key: string) => void;
};

function Row({ item, onPause, onResume, onCancel }: RowProps) {
  const t = useT();
  const { key, fileName, percent, state, message } = item;
  const isRunning = state === 'running';
  return (
    <li className="flex items-center gap-3">
      <div className="min-w-0 grow">
        <p className="flex justify-between gap-3 text-sm">
          <span className="truncate">{fileName}</span>
          <span className="text-muted tabular-nums">{percent}%</span>
        </p>
        <progress
          className="progress progress-primary w-full"
          value={percent}
          max={100}
          aria-label={t('evaluation:evidence.progress', { name: fileName })}
        />
        <p role="status" className={`text-sm ${state === 'failed' ? 'text-error' : 'text-muted'}`}>
          {message || t(`evaluation:evidence.state.${state}`)}
        </p>
      </div>
      {state !== 'failed' && (
        <button
          type="button"
          className="btn btn-sm btn-square"
          aria-label={t(isRunning ? 'evaluation:evidence.pause' : 'evaluation:evidence.resume', { name: fileName })}
          onClick={() => (isRunning ? onPause(key) : onResume(key))}
        >
          <Icon name={isRunning ? 'pause' : 'play'} className="size-4" />
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm btn-square"
        aria-label={t('evaluation:evidence.remove', { name: fileName })}
        onClick={() => onCancel(key)}
      >
        <Icon name="trash" className="size-4" />
      </button>
    </li>
  );
}
