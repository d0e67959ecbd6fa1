import { $toasts, type Toast, type ToastAction } from './session.store.ts';

/** The same message does not repeat within this time (docs/specification.md, section "Messages"), ms. */
const DEDUPLICATE = 2_000;
const SHOWN = 4_000;
/** Messages with a link stay long enough to be clicked. */
const SHOWN_WITH_ACTION = 12_000;
/** When a message was last shown, ms. */
const shownAt = new Map<string, number>();
let nextId = 1;

/** Matches "success" in both languages, but not "unsuccessful" or 未成功. */
const SUCCESS = /(?<![不未没])成功|\bsuccess/i;

/**
 * Shows a message: as success if the text contains the word in either language, otherwise as error. One that can be undone is taken
 * away by `Toasts`, and shown whenever it is said.
 * @returns its id, for `dismiss`; undefined: it is shown already
 */
export function notify(
  text = '',
  kind: Toast['kind'] = SUCCESS.test(text) ? 'success' : 'error',
  action?: ToastAction,
): number | undefined {
  const now = performance.now();
  const canUndo = action?.undo !== undefined;
  if (!canUndo && now - (shownAt.get(text) ?? -Infinity) < DEDUPLICATE) return;
  for (const [old, at] of shownAt) if (now - at >= DEDUPLICATE) shownAt.delete(old);
  shownAt.set(text, now);
  const toast: Toast = { id: nextId++, kind, text, ...(action && { action }) };
  $toasts.set([...$toasts.get(), toast]);
  if (!canUndo) setTimeout(() => dismiss(toast.id), action ? SHOWN_WITH_ACTION : SHOWN);
  return toast.id;
}

/** Removes a message. */
export function dismiss(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
