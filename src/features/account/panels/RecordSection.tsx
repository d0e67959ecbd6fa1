import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  /** Content at the end of the heading, e.g. a button. */
  action?: ReactNode;
  /** The shown data belongs to the previous filter; the new data is loading. */
  isPrevious?: boolean;
  children: ReactNode;
};

/** A part of a record with its heading. */
export function RecordSection({ title, action, isPrevious = false, children }: Props) {
  const id = useId();
  return (
    <section
      className="paper flex min-w-0 flex-col transition-opacity aria-busy:opacity-60"
      aria-labelledby={id}
      aria-busy={isPrevious || undefined}
    >
      <header className="flex min-h-14 items-center justify-between gap-4 px-4 pt-2 sm:px-6">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
