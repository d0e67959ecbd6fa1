/** Shows what is wrong under an input of `FormField.astro`, or takes it away (`text` empty). */
export function showFieldError(form: HTMLFormElement, field: string, text: string): void {
  const input = form.elements.namedItem(field) as HTMLInputElement | null;
  const place = document.getElementById(`${field}-error`);
  if (!input || !place) return;
  place.hidden = !text;
  place.textContent = text;
  if (text) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
