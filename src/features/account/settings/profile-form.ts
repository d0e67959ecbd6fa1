import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { leaveSoon } from '#src/client/leave-soon.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import { notify } from '#src/client/notify.ts';

const FIELDS = ['userName', 'email'] as const;

/** Saves the profile. What was typed is never lost: errors stand under the fields. */
function start(form: HTMLFormElement): void {
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  form.addEventListener('input', ({ target }) => showFieldError(form, (target as HTMLInputElement).name, ''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void save(form);
  });
  submit.disabled = false;
}

async function save(form: HTMLFormElement): Promise<void> {
  if (form.dataset.busy) return;
  setBusy(form, true);
  showAlert(form, '');
  for (const field of FIELDS) showFieldError(form, field, '');
  const said = new FormData(form);
  try {
    await api(
      'PUT /user/auth/enterprise/user/info/update',
      {
        userName: String(said.get('userName')),
        sex: said.get('sex') === '2' ? 2 : 1,
        email: String(said.get('email')).trim(),
      },
      { isShowErrTip: false },
    );
    notify(form.dataset.saved, 'success');
    // Name and drawing stand in many places of this page. Long enough to read the message.
    leaveSoon(600);
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

const form = document.querySelector<HTMLFormElement>('[data-profile]');
if (form) start(form);
