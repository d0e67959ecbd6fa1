import { api } from '#src/client/api.ts';
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
import { startCodeField } from '../code-field.ts';
import { keepPhone, keptPhone } from '../kept-phone.ts';
import { startPictureField, type PictureField } from '../picture-field.ts';
import { startNewPassword, type NewPassword } from './new-password.ts';

/** Brings the form for a new password to life (ForgetForm.astro). What was typed is never lost. */
export function startForget(): void {
  const form = document.querySelector<HTMLFormElement>('[data-forget]');
  if (!form) return;
  const phone = inputOf(form, 'phone');
  phone.value ||= keptPhone();
  const picture = startPictureField(form);
  const code = form.dataset.forget === 'code' ? startCodeField(form, { purpose: 'reset', picture }) : null;
  const chosen = startNewPassword(form);
  startReveal(form);
  forgetErrorsOnInput(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // In the picture's field Enter means: send the code now.
    if (code && picture.shown && !inputOf(form, 'code').value) void code.send();
    else void submit(form, picture, chosen);
  });
  takesOver(form);
  // On a phone the keyboard would hide the page.
  if (!matchMedia('(pointer: fine)').matches) return;
  if (!phone.value) phone.focus();
  else inputOf(form, code ? 'code' : 'oldPassword').focus();
}

async function submit(form: HTMLFormElement, picture: PictureField, chosen: NewPassword): Promise<void> {
  if (form.dataset.busy) return;
  clearErrors(form);
  if (namesMissing(form) || chosen.isWrong()) return;
  setBusy(form, true);
  try {
    await patiently(
      () => send(form, picture, chosen),
      () => showAlert(form, form.dataset.wait!),
    );
    keepPhone(inputOf(form, 'phone').value.trim());
    // Stays busy until the next page is there; "back" must not lead to a form that is done with.
    location.replace(form.dataset.loginPage!);
  } catch (error) {
    setBusy(form, false);
    clearErrors(form);
    const { fields } = showRefusal(form, error);
    // A picture is used up by every try.
    if (picture.shown || fields.pictureCode) picture.ask(fields.pictureCode ?? '');
  }
}

function send(form: HTMLFormElement, picture: PictureField, { input }: NewPassword): Promise<unknown> {
  const phone = inputOf(form, 'phone').value;
  if (form.dataset.forget === 'code') {
    const code = inputOf(form, 'code').value;
    return api('PUT /user/api/user/info/reset/password', { phone, code, ...input }, { _No_dispose: true });
  }
  const oldPassword = inputOf(form, 'oldPassword').value;
  return api(
    'POST /user/api/user/info/pwd/update',
    { phone, oldPassword, ...input, ...picture.answer() },
    { _No_dispose: true },
  );
}
