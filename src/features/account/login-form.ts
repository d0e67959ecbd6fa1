import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { keepSession } from '#src/client/session.ts';

const FIELDS = ['phone', 'password', 'agreed'] as const;

/** Brings the login form to life. What the person typed is never lost: errors stand under the fields. */
export function startLogin(): void {
  const form = document.querySelector<HTMLFormElement>('[data-login]');
  if (!form) return;
  const phone = form.elements.namedItem('phone') as HTMLInputElement;
  const password = form.elements.namedItem('password') as HTMLInputElement;
  const agreed = form.elements.namedItem('agreed') as HTMLInputElement;
  const reveal = form.querySelector<HTMLButtonElement>('[data-reveal]')!;

  reveal.addEventListener('click', () => {
    const shown = password.type === 'password';
    password.type = shown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(shown));
    reveal.querySelector<HTMLElement>('[data-shown]')!.hidden = !shown;
    reveal.querySelector<HTMLElement>('[data-hidden]')!.hidden = shown;
    password.focus();
  });
  form.addEventListener('input', ({ target }) => showFieldError(form, (target as HTMLInputElement).name, ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, { phone: phone.value, password: password.value, agreed: agreed.checked });
  });
  // On a phone the keyboard would hide the page.
  if (matchMedia('(pointer: fine)').matches) phone.focus();
}

async function submit(
  form: HTMLFormElement,
  input: { phone: string; password: string; agreed: boolean },
): Promise<void> {
  if (form.dataset.busy) return;
  setBusy(form, true);
  showAlert(form, '');
  for (const field of FIELDS) showFieldError(form, field, '');
  try {
    const session = await api('POST /user/api/user/info/login/pwd', input, { _No_dispose: true });
    keepSession(session);
    // The login page does not stay in the history: "back" must not lead to it. Stays busy until the next page is there.
    location.replace(session.enterpriseId ? form.dataset.target! : form.dataset.company!);
  } catch (error) {
    setBusy(form, false);
    const { fields, message } = error instanceof ApiError ? error : new ApiError(0, '');
    const wrong = FIELDS.filter((field) => fields[field]);
    for (const field of wrong) showFieldError(form, field, fields[field]!);
    if (wrong[0]) (form.elements.namedItem(wrong[0]) as HTMLInputElement).focus();
    else showAlert(form, message || form.dataset.fault!);
  }
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  if (busy) form.dataset.busy = 'true';
  else delete form.dataset.busy;
  form.querySelector<HTMLElement>('[data-busy]')!.hidden = !busy;
  form.querySelector('[type=submit]')!.setAttribute('aria-disabled', String(busy));
}

function showAlert(form: HTMLFormElement, text: string): void {
  const alert = form.querySelector<HTMLElement>('[data-alert]')!;
  alert.hidden = !text;
  alert.textContent = text;
}
