import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useHydrated } from '#src/client/use-live.ts';
import { ErrorBoundary } from '#src/i18n/island.tsx';
import { LoadError, Skeleton } from './LoadState.tsx';

/**
 * `React.lazy` for a part of an island: its code is loaded in the browser when it is first shown, with a skeleton until then and a
 * retry if that fails. The server renders the skeleton, because it renders islands without waiting.
 * @param lines of the skeleton: about the height of the component
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, lines = 4) {
  const start = () => lazy(async () => ({ default: await load() }));
  let latest = start();
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest);
    const isHydrated = useHydrated();
    const skeleton = (
      <div data-loading="">
        <Skeleton lines={lines} />
      </div>
    );
    if (!isHydrated) return skeleton;
    // A lazy component keeps its failure, so a retry needs another one.
    const failed = (retry: () => void) => {
      const onRetry = () => {
        latest = start();
        setPart(() => latest);
        retry();
      };
      return <LoadError error={{ message: '' }} isLoading={false} onRetry={onRetry} />;
    };
    return (
      <ErrorBoundary fallback={failed}>
        <Suspense fallback={skeleton}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
