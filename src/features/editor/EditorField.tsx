import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { LoadError, Skeleton } from '#src/components/LoadState.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { EditorProps } from './Editor.tsx';

/**
 * The editor as a field of a form. Its code is loaded when this component is shown, so it belongs behind the button with
 * which somebody begins to write, or on a page that is only for writing.
 */
export function EditorField(props: EditorProps) {
  const t = useT();
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('./Editor.tsx').then(
      (module) => setEditor(() => module.Editor),
      () => setFailed(true),
    );
  }, []);
  useEffect(load, [load]);
  if (Editor) return <Editor {...props} />;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{props.label}</span>
      {hasFailed ? (
        <LoadError error={{ message: t('editor:notLoaded') }} isLoading={false} onRetry={load} />
      ) : (
        <Skeleton lines={4} />
      )}
    </div>
  );
}
