import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { keepSession } from '#src/client/session.ts';
import { plainNumber } from '#src/lib/phone.ts';
import { startCodeField } from './code-field.ts';
import { startConsent, type Consent } from './consent.ts';
import { startWays, type Way } from './login-tabs.ts';
import { startPictureField, type PictureField } from './picture-field.ts';

const FIELDS = ['phone', 'password', 'code', 'pictureCode', 'agreed'] as const;

/** Brings the login form to life. What the person typed is never lost: errors stand under the fields. */
export function startLogin(): void {
  const form = document.querySelector<HTMLFormElement>('[data-login]');
  if (!form) return;
  const phone = inputOf(form, 'phone');
  const consent = startConsent(form);
  const picture = startPictureField(form);
  const code = startCodeField(form, { purpose: 'login', picture });
  const ways = startWays(form, () => {
    clearErrors(form);
    // A picture belongs to what it was asked for.
    picture.hide();
  });
  if (code.waiting) ways.choose('code');
  startReveal(form);
  form.addEventListener('input', ({ target }) => showFieldError(form, (target as HTMLInputElement).name, ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // In the picture's field Enter means: send the code now.
    if (ways.chosen() === 'code' && picture.shown && !inputOf(form, 'code').value) void code.send();
    else void submit(form, ways.chosen(), picture, consent);
  });
  // On a phone the keyboard would hide the page.
  if (matchMedia('(pointer: fine)').matches) (code.waiting ? inputOf(form, 'code') : phone).focus();
}

const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

async function submit(form: HTMLFormElement, way: Way, picture: PictureField, consent: Consent): Promise<void> {
  if (form.dataset.busy) return;
  clearErrors(form);
  if (namesMissing(form)) return;
  setBusy(form, true);
  try {
    const session = await signIn(form, way, picture, consent);
    keepSession(session);
    consent.remember();
    // The login page does not stay in the history: "back" must not lead to it. Stays busy until the next page is there.
    location.replace(session.enterpriseId ? form.dataset.target! : form.dataset.company!);
  } catch (error) {
    setBusy(form, false);
    refused(form, picture, error instanceof ApiError ? error : new ApiError(0, ''));
  }
}

function signIn(form: HTMLFormElement, way: Way, picture: PictureField, { agreed }: Consent) {
  const input = { phone: plainNumber(inputOf(form, 'phone').value), agreed, bind: form.dataset.bind };
  if (way === 'code') {
    const code = plainNumber(inputOf(form, 'code').value);
    return api('POST /user/api/user/info/login/verification/code', { ...input, code }, { _No_dispose: true });
  }
  const password = inputOf(form, 'password').value;
  return api('POST /user/api/user/info/login/pwd', { ...input, password, ...picture.answer() }, { _No_dispose: true });
}

function refused(form: HTMLFormElement, picture: PictureField, { fields, message }: ApiError): void {
  const wrong = FIELDS.filter((field) => fields[field] && form.elements.namedItem(field));
  for (const field of wrong) showFieldError(form, field, fields[field]!);
  // A picture is used up by every try.
  if (picture.shown || fields.pictureCode) picture.ask(fields.pictureCode ?? '');
  if (wrong[0]) inputOf(form, wrong[0]).focus();
  else showAlert(form, message || form.dataset.fault!);
}

/** Says what is still empty, at each field that is shown, and leads to the first. */
function namesMissing(form: HTMLFormElement): boolean {
  const missing = [...form.querySelectorAll<HTMLInputElement>('input[data-missing]')].filter(
    (input) => input.offsetParent && (input.type === 'checkbox' ? !input.checked : !input.value.trim()),
  );
  for (const { name, dataset } of missing) showFieldError(form, name, dataset.missing!);
  missing[0]?.focus();
  return missing.length > 0;
}

function startReveal(form: HTMLFormElement): void {
  const password = inputOf(form, 'password');
  const reveal = form.querySelector<HTMLButtonElement>('[data-reveal]')!;
  reveal.addEventListener('click', () => {
    const shown = password.type === 'password';
    password.type = shown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(shown));
    reveal.querySelector<HTMLElement>('[data-shown]')!.hidden = !shown;
    reveal.querySelector<HTMLElement>('[data-hidden]')!.hidden = shown;
    password.focus();
  });
}

function clearErrors(form: HTMLFormElement): void {
  showAlert(form, '');
  for (const field of FIELDS) showFieldError(form, field, '');
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
