import type { ReactNode } from 'react';
import { useT } from '#src/i18n/island.tsx';
import { EmptyState } from './EmptyState.tsx';

type Props<T> = {
  /** A query of `useCall`, or anything of its shape. */
  query: { data: T | undefined; error: { message: string } | undefined; isLoading: boolean; reload: () => void };
  /** Number of skeleton lines during the first load. */
  lines?: number;
  children: (data: T) => ReactNode;
};

/**
 * Loading state (skeleton), error state (message and "try again") and content of a list or panel. After a failed
 * revalidation the older data stays visible below the message.
 */
export function LoadState<T>({ query, lines = 3, children }: Props<T>) {
  const { data, error, isLoading, reload } = query;
  if (data === undefined && !error) return <Skeleton lines={lines} />;
  return (
    <>
      {error && <LoadError error={error} isLoading={isLoading} onRetry={reload} />}
      {data !== undefined && children(data)}
    </>
  );
}

type ErrorProps = { error: { message: string }; isLoading: boolean; onRetry: () => void };

/** Error state: message and "try again". */
export function LoadError({ error, isLoading, onRetry }: ErrorProps) {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState icon="offline" title={error.message || t('common:failedToLoad')}>
        <button type="button" className="btn btn-sm" onClick={onRetry} aria-disabled={isLoading}>
          {t('common:retry')}
        </button>
      </EmptyState>
    </div>
  );
}

/** Skeleton with the given number of lines. */
export function Skeleton({ lines }: { lines: number }) {
  const t = useT();
  return (
    <div aria-busy="true" className="flex flex-col gap-3 p-4 sm:p-6">
      <span className="sr-only">{t('common:loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton h-10 w-full" />
      ))}
    </div>
  );
}
