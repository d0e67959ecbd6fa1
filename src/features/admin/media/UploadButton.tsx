import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { chosenFiles } from './dropped-files.ts';
import type { Dropped } from './upload-queue.ts';

type Props = {
  label: string;
  accept?: string;
  multiple?: boolean;
  /** A folder is chosen, with all that is in it. */
  isFolder?: boolean;
  className?: string;
  onChoose: (files: Dropped[]) => void;
};

/** A button that opens the file picker of the browser. */
export function UploadButton({ label, accept, multiple, isFolder, className = 'btn', onChoose }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const choose = () => {
    const files = chosenFiles(input.current!.files);
    // Otherwise the same file could not be chosen again.
    input.current!.value = '';
    if (files.length > 0) onChoose(files);
  };
  // A file that was chosen before this was hydrated.
  const chooseFirst = useEffectEvent(choose);
  useEffect(() => chooseFirst(), []);
  return (
    <span className="inline-flex">
      <input
        ref={input}
        id={id}
        type="file"
        className="peer sr-only"
        disabled={!hydrated}
        {...{ accept, multiple }}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={choose}
      />
      <label
        htmlFor={id}
        className={`${className} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-disabled:btn-disabled`}
      >
        <Icon name={isFolder ? 'folder' : 'upload'} className="size-4" />
        {label}
      </label>
    </span>
  );
}
