import type { ReactNode } from 'react';
import type { Pages } from '#src/client/use-pages.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  pages: Pick<Pages<never>, 'hasMore' | 'isLoading' | 'error' | 'loadMore'>;
  className: string;
  children: ReactNode;
};

/** Loads the next page of a list; after an error it shows the message and can be retried. */
export function MoreButton({ pages: { hasMore, isLoading, error, loadMore }, className, children }: Props) {
  const t = useT();
  if (!hasMore) return null;
  return (
    <>
      {error && (
        <p role="alert" className="mt-2 text-sm text-error">
          {error.message || t('common:failedToLoad')}
        </p>
      )}
      <button
        type="button"
        aria-disabled={isLoading}
        onClick={() => !isLoading && void loadMore()}
        className={`btn noscript:hidden ${className}`}
      >
        {isLoading && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
        {children}
      </button>
    </>
  );
}
