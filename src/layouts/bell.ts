import { $unread } from '#src/client/session.store.ts';

/** More than this is shown as "more than this". */
const MOST = 99;

/** Shows the count on the bell, in its name, and before the title of the page, where it is seen from another tab. */
function start(bell: HTMLElement): void {
  const badge = bell.querySelector<HTMLElement>('[data-badge]')!;
  const title = document.title;
  const shown = (count: number) => (count > MOST ? `${MOST}+` : String(count));
  $unread.subscribe((count) => {
    badge.hidden = count === 0;
    badge.textContent = shown(count);
    const label = count > 0 ? bell.dataset.labelUnread!.replace('{n}', String(count)) : bell.dataset.labelNone!;
    bell.setAttribute('aria-label', label);
    document.title = count > 0 ? `(${shown(count)}) ${title}` : title;
  });
}

const bell = document.getElementById('bell');
if (bell) start(bell);
