import type { Data } from '#src/contract/calls.ts';

/** The button of the daily check-in, and everything on the page that changes with it. Runs in the browser. */
function start(button: HTMLButtonElement): void {
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled')) return;
    button.setAttribute('aria-disabled', 'true');
    const [{ api }, { notify }] = await Promise.all([import('#src/client/api.ts'), import('#src/client/notify.ts')]);
    try {
      const done = await api('POST /data/auth/user/sign/save');
      show(button, done);
      notify(button.dataset.said!.replace('%', String(done.points)), 'success');
    } catch {
      // `api` has shown the message already.
      button.removeAttribute('aria-disabled');
    }
  });
}

/** The button stays where it is, with the focus; the day, the streak and the totals follow. */
function show(button: HTMLElement, done: Data<'POST /data/auth/user/sign/save'>): void {
  const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
  button.dataset.signed = '';
  for (const day of document.querySelectorAll<HTMLElement>(`[data-day="${done.day}"]`)) day.dataset.signed = '';
  for (const streak of document.querySelectorAll('[data-streak]')) streak.textContent = String(done.streak);
  const figure = (mark: string, next: (value: number) => number) => {
    const place = document.querySelector(`[data-check-ins=${mark}]`);
    if (place) place.textContent = String(next(Number(place.textContent)));
  };
  figure('longest', (longest) => Math.max(longest, done.streak));
  figure('totalDays', (days) => days + 1);
  for (const total of document.querySelectorAll('[data-total-points]'))
    total.textContent = number.format(done.totalPoints);
  for (const note of document.querySelectorAll<HTMLElement>('[data-annual-points]'))
    note.textContent = note.dataset.annualPoints!.replace('%', number.format(done.annualPoints));
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-check-in]')) start(button);
