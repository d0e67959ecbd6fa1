import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { LoadError, Skeleton } from './LoadState.tsx';

/**
 * Returns a component whose code is loaded in the browser when it is first shown, with a skeleton until then and a retry if
 * that fails. The server renders the skeleton.
 * @param lines of the skeleton: about the height of the component
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>, lines = 4) {
  return function Deferred(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    const [hasFailed, setFailed] = useState(false);
    const start = useCallback(() => {
      setFailed(false);
      load().then(
        (part) => setPart(() => part),
        () => setFailed(true),
      );
    }, []);
    useEffect(start, [start]);
    if (Part) return <Part {...props} />;
    if (!hasFailed)
      return (
        <div data-loading="">
          <Skeleton lines={lines} />
        </div>
      );
    return <LoadError error={{ message: '' }} isLoading={false} onRetry={start} />;
  };
}
