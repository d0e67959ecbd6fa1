import { atom } from 'nanostores';

export type Toast = { id: number; kind: 'error' | 'success'; text: string };

/** Messages on the screen, newest last. An empty text stands for "failed to load data, please try again later". */
export const $toasts = atom<Toast[]>([]);

/** The same message does not repeat within this time (spec section 9), ms. */
const DEDUPLICATE = 2_000;
const SHOWN = 4_000;
let last = { text: '', at: -Infinity };
let nextId = 1;

/** Shows a message: an error, or a success when the text says so in either language (spec section 8). */
export function notify(text = '', kind: Toast['kind'] = /成功|success/i.test(text) ? 'success' : 'error'): void {
  const now = performance.now();
  if (text === last.text && now - last.at < DEDUPLICATE) return;
  last = { text, at: now };
  const toast = { id: nextId++, kind, text };
  $toasts.set([...$toasts.get(), toast]);
  setTimeout(() => dismiss(toast.id), SHOWN);
}

/** Takes a message off the screen. */
export function dismiss(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
