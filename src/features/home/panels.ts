/** Brings the lower part of the dashboard in, rendered by the server, once it is nearly in sight. Runs in the browser. */
const NEAR = '400px';

const place = document.querySelector<HTMLElement>('[data-panels]');
const failed = document.querySelector<HTMLElement>('[data-panels-failed]');

async function bring(): Promise<void> {
  if (!place || !failed) return;
  place.hidden = false;
  failed.hidden = true;
  try {
    const answer = await fetch(place.dataset.panels!, { credentials: 'same-origin' });
    // To the login page, when the session has ended meanwhile.
    if (answer.redirected) return location.reload();
    if (!answer.ok) throw new Error(String(answer.status));
    place.innerHTML = await answer.text();
    place.removeAttribute('aria-busy');
  } catch {
    place.hidden = true;
    failed.hidden = false;
  }
}

failed?.querySelector('button')?.addEventListener('click', () => void bring());
if (place) {
  new IntersectionObserver(
    (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void bring();
    },
    { rootMargin: NEAR },
  ).observe(place);
}
