import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

type Props = {
  title: string;
  hint?: string;
  action?: { href: string; label: string };
  icon?: IconName;
  children?: ReactNode;
};

/** Empty state with a suggested action. Children: content below, e.g. a retry button; in `.astro` there can be none (server/http/react-renderer.ts). */
export function EmptyState({ title, hint, action, icon = 'compass', children }: Props) {
  return (
    <div className="my-auto flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <Icon name={icon} className="size-7" />
      </span>
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-md text-sm text-muted">{hint}</p>}
      {action && (
        <a href={action.href} className="btn btn-primary btn-sm mt-1">
          {action.label}
        </a>
      )}
      {children}
    </div>
  );
}
