import { ApiError } from './api-error.ts';
import { showFieldError } from './form-errors.ts';

/*
 * A plain form that a script sends: `novalidate`, `data-alert` for what concerns no field, `data-busy` in the submit
 * button, `data-fault` for "cannot be reached", `data-missing` at inputs that must not be empty.
 */

export const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

const named = (form: HTMLFormElement) => [...form.elements].map((element) => (element as HTMLInputElement).name);

/** The submit button works from now on: before that, the browser would send the form itself, to nowhere. */
export function takesOver(form: HTMLFormElement): void {
  form.querySelector<HTMLButtonElement>('[type=submit]')!.disabled = false;
}

/** An error goes as soon as its field is touched again. */
export function forgetErrorsOnInput(form: HTMLFormElement): void {
  form.addEventListener('input', ({ target }) => showFieldError(form, (target as HTMLInputElement).name, ''));
}

export function clearErrors(form: HTMLFormElement): void {
  showAlert(form, '');
  for (const field of named(form)) if (field) showFieldError(form, field, '');
}

/** Says what is still empty, at each field that is shown, and leads to the first. */
export function namesMissing(form: HTMLFormElement): boolean {
  const missing = [...form.querySelectorAll<HTMLInputElement>('input[data-missing]')].filter(
    (input) => input.offsetParent && (input.type === 'checkbox' ? !input.checked : !input.value.trim()),
  );
  for (const { name, dataset } of missing) showFieldError(form, name, dataset.missing!);
  missing[0]?.focus();
  return missing.length > 0;
}

/** Shows what the server refused: at its fields, and leads to the first, or above the form. */
export function showRefusal(form: HTMLFormElement, error: unknown): ApiError {
  const refusal = error instanceof ApiError ? error : new ApiError(0, '');
  const wrong = named(form).filter((field) => field && refusal.fields[field]);
  for (const field of wrong) showFieldError(form, field, refusal.fields[field]!);
  if (wrong[0]) inputOf(form, wrong[0]).focus();
  else showAlert(form, refusal.message || form.dataset.fault!);
  return refusal;
}

export function showAlert(form: HTMLFormElement, text: string): void {
  const alert = form.querySelector<HTMLElement>('[data-alert]')!;
  alert.hidden = !text;
  alert.textContent = text;
}

export function setBusy(form: HTMLFormElement, busy: boolean): void {
  if (busy) form.dataset.busy = 'true';
  else delete form.dataset.busy;
  form.querySelector<HTMLElement>('[data-busy]')!.hidden = !busy;
  form.querySelector('[type=submit]')!.setAttribute('aria-disabled', String(busy));
}

/** The buttons that show a password, `data-reveal` with the id of its field in `aria-controls`. */
export function startReveal(form: HTMLFormElement): void {
  for (const reveal of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const password = inputOf(form, reveal.getAttribute('aria-controls')!);
    reveal.addEventListener('click', () => {
      const shown = password.type === 'password';
      password.type = shown ? 'text' : 'password';
      reveal.setAttribute('aria-pressed', String(shown));
      reveal.querySelector<HTMLElement>('[data-shown]')!.hidden = !shown;
      reveal.querySelector<HTMLElement>('[data-hidden]')!.hidden = shown;
      password.focus();
    });
  }
}
