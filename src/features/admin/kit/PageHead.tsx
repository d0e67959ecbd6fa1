import type { ReactNode } from 'react';

type Props = { title: string; hint?: string; children?: ReactNode };

/** Title of a screen of the back office; children: its buttons. */
export function PageHead({ title, hint, children }: Props) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold break-words">{title}</h1>
        {hint && <p className="mt-1 max-w-3xl text-muted tabular-nums">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
