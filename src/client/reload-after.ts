/**
 * Reloads the page, or goes on from it, once its message has been read; not when the person is on the way to another page
 * by then: they would be taken back.
 * @param milliseconds until then
 */
export function reloadAfter(milliseconds: number, leave: () => void = () => location.reload()): void {
  const timer = setTimeout(leave, milliseconds);
  addEventListener('beforeunload', () => clearTimeout(timer), { once: true });
}
