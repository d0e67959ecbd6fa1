import { atom } from 'nanostores';

/** Whether the browser believes it is online (spec section 4). True until a page script says otherwise. */
export const $online = atom(true);

/** Called once by the frame's script, in the browser only. */
export function trackOnline(): void {
  const read = () => $online.set(navigator.onLine);
  addEventListener('online', read);
  addEventListener('offline', read);
  read();
}
