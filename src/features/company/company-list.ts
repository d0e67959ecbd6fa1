import { ApiError } from '#src/client/api-error.ts';
import { toLogin } from '#src/client/login-redirect.ts';
import { notify } from '#src/client/notify.ts';
import { enterCompany } from './enter-company.ts';

/** Brings the buttons of the list to life. */
export function startCompanyList(): void {
  const list = document.querySelector<HTMLElement>('[data-companies]');
  if (!list) return;
  list.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('[data-choose]');
    if (button && !list.dataset.busy) void enter(list, button);
  });
  // Before that a click would have done nothing.
  for (const button of list.querySelectorAll<HTMLButtonElement>('[data-choose]')) button.disabled = false;
  // Back from another host: this page may come out of the browser's memory as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

async function enter(list: HTMLElement, button: HTMLButtonElement): Promise<void> {
  setBusy(list, button, true);
  try {
    if (await enterCompany(button.dataset.choose!, list.dataset.home!)) return;
  } catch (error) {
    if (error instanceof ApiError && error.needsLogin) return toLogin();
    notify(error instanceof ApiError ? error.message : '', 'error');
  }
  setBusy(list, button, false);
}

function setBusy(list: HTMLElement, button: HTMLButtonElement, busy: boolean): void {
  if (busy) list.dataset.busy = 'true';
  else delete list.dataset.busy;
  button.setAttribute('aria-disabled', String(busy));
  button.querySelector<HTMLElement>('[data-busy]')!.hidden = !busy;
}
