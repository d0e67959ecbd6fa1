import { useStore } from '@nanostores/react';
import '#src/components/bottom-edge.css';
import { $replaced, PAGE_VIEWER } from '#src/client/session.store.ts';
import { useSignedIn } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import { Icon } from './Icon.tsx';

type Props = {
  /** The user has been logged out. */
  ended: string;
  /** Somebody else has logged in in this browser. `name`: of the user of this page. */
  replaced: (name: string) => string;
  /** Address of the login page, which opens in another tab. */
  signIn: string;
};

/**
 * For pages that have something to lose: says that the user of the page is no longer logged in, at the lower edge of the
 * window. When they have logged in again in another tab, it goes by itself (session-state.ts).
 */
export function SignedOutNote({ ended, replaced, signIn }: Props) {
  const t = useT();
  const signedIn = useSignedIn(true);
  const isReplaced = useStore($replaced, { ssr: () => false });
  return (
    <div role="alert" className={signedIn ? 'sr-only' : 'sticky bottom-edge z-40 bg-warning text-warning-content'}>
      {!signedIn && (
        <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
          <Icon name="lock" className="size-5 shrink-0" />
          <p className="min-w-0 flex-1 basis-60">{isReplaced ? replaced(PAGE_VIEWER?.userName ?? '') : ended}</p>
          {!isReplaced && (
            <a className="btn btn-sm" href={signIn} target="_blank">
              {t('common:signIn')}
            </a>
          )}
        </div>
      )}
    </div>
  );
}
