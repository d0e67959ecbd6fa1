import { useId, useRef } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { PICTURE_TYPES } from '#src/contract/rules/picture.ts';
import type { LogoState } from './use-logo.ts';

/** Logo upload with preview and progress. `error`: the server's error for the chosen image. */
export function LogoUpload({ state, error }: { state: LogoState; error: string | undefined }) {
  const t = useT();
  const id = useId();
  const hydrated = useHydrated();
  const file = useRef<HTMLInputElement>(null);
  const { logo, progress } = state;
  const problem = state.problem || error;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('company:logo.label')}
      </label>
      <div className="flex items-center gap-4">
        <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-field border border-base-300 bg-white text-[#566070]">
          {logo ? (
            <img src={logo.url} alt={t('company:logo.preview')} className="size-full object-contain p-1" />
          ) : (
            <Icon name="image" className="size-8" />
          )}
        </span>
        <div className="min-w-0 grow">
          <input
            ref={file}
            type="file"
            id={id}
            name="logo"
            disabled={!hydrated}
            accept={PICTURE_TYPES.join()}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-hint ${id}-problem`}
            className="peer sr-only"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) state.choose(chosen);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
          <label
            htmlFor={id}
            className="btn peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
            aria-hidden="true"
          >
            <Icon name="upload" />
            {t('company:logo.choose')}
          </label>
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
            {t('company:logo.hint')}
          </p>
          {progress !== null && (
            <progress
              max={1}
              value={progress}
              aria-label={t('company:logo.progress')}
              className="progress progress-primary mt-2 w-full max-w-sm"
            />
          )}
          <p id={`${id}-problem`} role="alert" className="mt-1.5 text-sm text-error empty:hidden">
            {problem}
          </p>
          {(logo || progress !== null) && (
            <button
              type="button"
              className="btn btn-ghost btn-sm -ms-3 mt-1"
              onClick={() => {
                state.remove();
                file.current?.focus();
              }}
            >
              <Icon name="trash" className="size-4" />
              {t('company:logo.remove')}
            </button>
          )}
        </div>
      </div>
      {/* Part of the draft. */}
      <input type="hidden" name="logoPicture" value={logo ? JSON.stringify(logo) : ''} />
    </div>
  );
}
