/**
 * Reloads or leaves the page after a delay for reading its message, unless the user has started another navigation,
 * which would be cancelled.
 * @param milliseconds the delay
 */
export function reloadAfter(milliseconds: number, leave: () => void = () => location.reload()): void {
  const timer = setTimeout(leave, milliseconds);
  addEventListener('beforeunload', () => clearTimeout(timer), { once: true });
}
