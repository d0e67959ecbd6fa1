import { loginPath } from '#src/client/login-redirect.ts';
import { Icon } from '#src/components/Icon.tsx';
import type { IconName } from '#src/components/icons.ts';
import { useT } from '#src/i18n/island.tsx';
import type { SaveState } from './save-state.ts';

type Props = { state: SaveState; isKept: boolean };

const ICONS: Partial<Record<SaveState, IconName>> = {
  saved: 'check-circle',
  offline: 'offline',
  failed: 'warning',
  ended: 'lock',
  changed: 'warning',
  published: 'warning',
};

/** Where the text is, in one line; after an ended session with the way to log in and go on. */
export function SaveLine({ state, isKept }: Props) {
  const t = useT();
  const shown = !isKept && state === 'unsaved' ? 'notKept' : state;
  const icon = ICONS[state];
  return (
    <p role="status" className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {icon && <Icon name={icon} className="size-4" />}
      <span>{t(`posts:write.state.${shown}`)}</span>
      {state === 'ended' && (
        // The address names the draft, so the page after the login goes on with it.
        <a
          href={loginPath(location.pathname + location.search)}
          className="font-medium text-primary underline underline-offset-4"
        >
          {t('posts:write.signIn')}
        </a>
      )}
    </p>
  );
}

type ConflictProps = {
  state: SaveState;
  onResolve: (which: 'mine' | 'other') => void;
  /** Leads to the post that another tab has published. */
  onOpen: () => void;
};

/** The choice after the draft was saved or published in another tab or on another device. */
export function Conflict({ state, onResolve, onOpen }: ConflictProps) {
  const t = useT();
  if (state !== 'changed' && state !== 'published') return null;
  return (
    <div role="alert" className="alert alert-warning alert-soft flex flex-wrap items-center justify-between gap-3">
      <p>{t(state === 'changed' ? 'posts:write.changedText' : 'posts:write.publishedText')}</p>
      <div className="flex flex-wrap gap-2">
        {state === 'changed' ? (
          <>
            <button type="button" className="btn btn-sm" onClick={() => onResolve('mine')}>
              {t('posts:write.keepMine')}
            </button>
            <button type="button" className="btn btn-sm" onClick={() => onResolve('other')}>
              {t('posts:write.useOther')}
            </button>
          </>
        ) : (
          <button type="button" className="btn btn-sm" onClick={onOpen}>
            {t('posts:write.open')}
          </button>
        )}
      </div>
    </div>
  );
}
