import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import {
  clearErrors,
  forgetErrorsOnInput,
  inputOf,
  namesMissing,
  setBusy,
  showAlert,
  showRefusal,
  startReveal,
  takesOver,
} from '#src/client/form.ts';
import { patiently } from '#src/client/patiently.ts';
import { keepSession } from '#src/client/session.ts';
import { plainNumber } from '#src/lib/phone.ts';
import { startCodeField } from './code-field.ts';
import { startConsent, type Consent } from './consent.ts';
import { keepPhone, keptPhone } from './kept-phone.ts';
import { startWays, type Way } from './login-tabs.ts';
import { startPictureField, type PictureField } from './picture-field.ts';

/** Brings the login form to life. What the person typed is never lost: errors stand under the fields. */
export function startLogin(): void {
  const form = document.querySelector<HTMLFormElement>('[data-login]');
  if (!form) return;
  const phone = inputOf(form, 'phone');
  phone.value ||= keptPhone();
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
  forgetErrorsOnInput(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // In the picture's field Enter means: send the code now.
    if (ways.chosen() === 'code' && picture.shown && !inputOf(form, 'code').value) void code.send();
    else void submit(form, ways.chosen(), picture, consent);
  });
  takesOver(form);
  // On a phone the keyboard would hide the page.
  if (matchMedia('(pointer: fine)').matches)
    (code.waiting ? inputOf(form, 'code') : phone.value ? inputOf(form, 'password') : phone).focus();
}

async function submit(form: HTMLFormElement, way: Way, picture: PictureField, consent: Consent): Promise<void> {
  if (form.dataset.busy) return;
  clearErrors(form);
  if (namesMissing(form)) return;
  setBusy(form, true);
  try {
    const session = await patiently(
      () => signIn(form, way, picture, consent),
      () => showAlert(form, form.dataset.wait!),
    );
    keepSession(session);
    consent.remember();
    // The login page does not stay in the history: "back" must not lead to it. Stays busy until the next page is there.
    location.replace(session.enterpriseId ? form.dataset.target! : form.dataset.company!);
  } catch (error) {
    if (error instanceof ApiError && error.code === 409) {
      // The right password, but somebody else gave it. Stays busy until the next page is there.
      keepPhone(inputOf(form, 'phone').value.trim());
      location.assign(form.dataset.replace!);
      return;
    }
    setBusy(form, false);
    clearErrors(form);
    const { fields } = showRefusal(form, error);
    // A picture is used up by every try.
    if (picture.shown || fields.pictureCode) picture.ask(fields.pictureCode ?? '');
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
