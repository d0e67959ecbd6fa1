import { $toasts, type Toast, type ToastAction } from './session.store.ts';

/** The same message does not repeat within this time (spec section 9), ms. */
const DEDUPLICATE = 2_000;
const SHOWN = 4_000;
/** One that leads somewhere stays until a hand has got to it. */
const SHOWN_WITH_ACTION = 12_000;
/** When a message was last shown, ms. */
const shownAt = new Map<string, number>();
let nextId = 1;

/** The word for success, but not "unsuccessful" or 未成功. */
const SUCCESS = /(?<![不未没])成功|\bsuccess/i;

/** Shows a message: an error, or a success when the text says so in either language (spec section 8). */
export function notify(
  text = '',
  kind: Toast['kind'] = SUCCESS.test(text) ? 'success' : 'error',
  action?: ToastAction,
): void {
  const now = performance.now();
  if (now - (shownAt.get(text) ?? -Infinity) < DEDUPLICATE) return;
  for (const [old, at] of shownAt) if (now - at >= DEDUPLICATE) shownAt.delete(old);
  shownAt.set(text, now);
  const toast: Toast = { id: nextId++, kind, text, ...(action && { action }) };
  $toasts.set([...$toasts.get(), toast]);
  setTimeout(() => dismiss(toast.id), action ? SHOWN_WITH_ACTION : SHOWN);
}

/** Takes a message off the screen. */
export function dismiss(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
