import { ApiError } from '#src/client/api-error.ts';
import type { Data } from '#src/contract/calls.ts';
import { enterCompany } from './enter-company.ts';

/** Puts `RegisteredCompany.astro` in the place of the form: which enterprise it is, and the way into it. */
export function showRegistered(
  form: HTMLFormElement,
  { enterpriseId, enterpriseName, origin }: Data<'POST /user/auth/enterprise/info/add'>,
): void {
  const done = document.querySelector<HTMLElement>('[data-registered]')!;
  const find = <E extends HTMLElement>(name: string) => done.querySelector<E>(`[data-${name}]`)!;
  const enter = find<HTMLButtonElement>('enter');
  form.hidden = true;
  document.querySelector<HTMLElement>('[data-intro]')!.hidden = true;
  find('name').textContent = enterpriseName;
  find('host').textContent = new URL(origin).host;
  done.hidden = false;
  scrollTo({ top: 0 });
  find('title').focus({ preventScroll: true });

  const setBusy = (busy: boolean) => {
    enter.setAttribute('aria-disabled', String(busy));
    find('busy').hidden = !busy;
  };
  enter.addEventListener('click', async () => {
    if (enter.getAttribute('aria-disabled') === 'true') return;
    setBusy(true);
    find('alert').hidden = true;
    try {
      if (await enterCompany(enterpriseId, done.dataset.home!)) return;
    } catch (error) {
      find('alert').textContent = (error instanceof ApiError && error.message) || form.dataset.fault!;
      find('alert').hidden = false;
    }
    setBusy(false);
  });
}
