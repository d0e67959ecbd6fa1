import { useT } from '#src/i18n/island.tsx';
import type { SaveState } from './save-state.ts';

type Props = {
  state: SaveState;
  onResolve: (which: 'mine' | 'other') => void;
  /** Leads to the post that another tab has published. */
  onOpen: () => void;
};

/** The choice after the draft was saved or published in another tab or on another device. */
export function Conflict({ state, onResolve, onOpen }: Props) {
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
