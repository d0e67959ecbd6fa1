import { useEffect, useEffectEvent, useState } from 'react';
import { Group } from './fields.tsx';

type Props = {
  title: string;
  /** Shown while there is nothing to compute. */
  none: string;
  /** What is typed, as JSON; null: not complete. */
  input: string | null;
  /** Says what saving would change, in words. Errors are not shown: the save says what is wrong. */
  read: (input: string) => Promise<string[]>;
};

/** Delay after the last change before the consequences are computed, ms. */
const PAUSE = 800;

/** What saving what is typed in an editor would change, while it is edited. */
export function LivePreview({ title, none, input, read }: Props) {
  const [shown, setShown] = useState<string[] | null>(null);
  // Another function with each render, which reads the same.
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (input === null) return setShown(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void readNow(input).then(
        (texts) => isCurrent && setShown(texts),
        () => isCurrent && setShown(null),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [input]);
  return (
    <Group title={title}>
      <div role="status">
        <ul className="flex flex-col gap-1 tabular-nums">
          {shown ? shown.map((text) => <li key={text}>{text}</li>) : <li className="text-muted">{none}</li>}
        </ul>
      </div>
    </Group>
  );
}
