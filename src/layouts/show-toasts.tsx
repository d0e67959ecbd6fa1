import { createRoot } from 'react-dom/client';
import { localeOfPath } from '#src/i18n/locale.ts';
import { Toasts } from './Toasts.tsx';

/** Renders the messages of the store into the live region of the layout. */
export function showToasts(region: HTMLElement): void {
  createRoot(region).render(<Toasts locale={localeOfPath(location.pathname)} />);
}
