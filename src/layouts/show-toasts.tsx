import { createRoot } from 'react-dom/client';
import { localeOfPath } from '#src/i18n/locale.ts';
import { Toasts } from './Toasts.tsx';

/** Draws the messages of the store into the live region that every layout has. */
export function showToasts(region: HTMLElement): void {
  createRoot(region).render(<Toasts locale={localeOfPath(location.pathname)} />);
}
