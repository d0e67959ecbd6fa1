/**
 * Focuses the first empty field of a form that fills a page. Not on touch devices, where the keyboard would hide the
 * page, and not while the user is typing.
 */
export function focusFirstEmpty(form: HTMLFormElement): void {
  if (!matchMedia('(pointer: fine)').matches || document.activeElement !== document.body) return;
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  inputs.find(({ type, value, offsetParent }) => type !== 'checkbox' && !value && offsetParent)?.focus();
}
