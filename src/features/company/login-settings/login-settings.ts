import { api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { showFieldError } from '#src/client/form-errors.ts';
import type { Input } from '#src/contract/calls.ts';

type Saved = Input<'PUT /user/auth/enterprise/login/setting/save'>;

/** Saves and tests one way to sign in. A secret is sent when one was typed, and never shown again. */
function start(form: HTMLFormElement): void {
  const provider = form.dataset.wayForm as Saved['provider'];
  const own = () =>
    [...form.elements].filter(
      (each): each is HTMLInputElement => each instanceof HTMLInputElement && each.name.startsWith(`${provider}-`),
    );
  const fieldOf = ({ name }: HTMLInputElement) => name.slice(provider.length + 1);
  const test = form.querySelector<HTMLButtonElement>('[data-test]')!;

  async function run(act: () => Promise<unknown>, done: string): Promise<boolean> {
    if (form.dataset.busy) return false;
    setBusy(true);
    say('error', '');
    say('done', '');
    for (const input of own()) showFieldError(form, input.name, '');
    try {
      await act();
      say('done', done);
      return true;
    } catch (error) {
      const { fields, message } = error instanceof ApiError ? error : new ApiError(0, '');
      const wrong = own().filter((input) => fields[fieldOf(input)]);
      for (const input of wrong) showFieldError(form, input.name, fields[fieldOf(input)]!);
      if (wrong[0]) wrong[0].focus();
      else say('error', message || form.dataset.fault!);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function setBusy(busy: boolean): void {
    if (busy) form.dataset.busy = 'true';
    else delete form.dataset.busy;
    form.querySelector<HTMLElement>('[data-busy]')!.hidden = !busy;
  }

  function say(where: 'error' | 'done', text: string): void {
    const place = form.querySelector<HTMLElement>(`[data-${where}]`)!;
    place.hidden = !text;
    place.textContent = text;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = own().map((input) => [fieldOf(input), input.type === 'checkbox' ? input.checked : input.value]);
    const enabled = (form.elements.namedItem('enabled') as HTMLInputElement).checked;
    const input = { provider, enabled, ...Object.fromEntries(values) } as Saved;
    const save = () => api('PUT /user/auth/enterprise/login/setting/save', input, { isShowErrTip: false });
    void run(save, form.dataset.saved!).then((saved) => {
      if (!saved) return;
      (form.elements.namedItem(`${provider}-secret`) as HTMLInputElement).value = '';
      test.disabled = false;
    });
  });
  test.addEventListener('click', () => {
    void run(
      () => api('POST /user/auth/enterprise/login/setting/test', { provider }, { isShowErrTip: false }),
      form.dataset.works!,
    );
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-way-form]')) start(form);
