import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { dismiss } from '#src/client/notify.ts';
import { $toasts } from '#src/client/session.store.ts';
import { island, useT } from '#src/i18n/island.tsx';

/**
 * The toasts (docs/specification.md, section "Messages"). Rendered into `#toasts` on the first message: see
 * show-toasts.tsx.
 */
export const Toasts = island(function Toasts() {
  const t = useT();
  return useStore($toasts).map(({ id, kind, text, action }) => (
    <div key={id} className="floating pointer-events-auto flex max-w-lg items-start gap-3 py-3 ps-4 pe-2 text-sm">
      <span className={`mt-0.5 ${kind === 'success' ? 'text-success' : 'text-error'}`}>
        <Icon name={kind === 'success' ? 'check-circle' : 'x-circle'} />
      </span>
      <span className="flex flex-wrap gap-x-3 py-0.5">
        <span>{text || t('common:failedToLoad')}</span>
        {action && (
          <a href={action.href} className="font-medium text-primary underline underline-offset-4">
            {action.label}
          </a>
        )}
      </span>
      <button
        type="button"
        className="btn btn-ghost btn-xs btn-square"
        aria-label={t('common:close')}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  ));
});
