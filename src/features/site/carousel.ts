/** Buttons of the banner carousel. The banners themselves scroll and snap by CSS, so they work without this too. */
export function startCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) start(carousel);
}

function start(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]');
  const controls = carousel.querySelector<HTMLElement>('[data-controls]');
  const position = carousel.querySelector<HTMLElement>('[data-position]');
  if (!track || !controls || !position) return;
  const count = track.children.length;
  const at = () => Math.round(track.scrollLeft / track.clientWidth);
  controls.hidden = false;
  controls.addEventListener('click', (event) => {
    const step = (event.target as Element).closest<HTMLElement>('[data-step]')?.dataset.step;
    if (step) track.scrollTo({ left: ((at() + Number(step) + count) % count) * track.clientWidth });
  });
  track.addEventListener('scroll', () => (position.textContent = `${at() + 1} / ${count}`), { passive: true });
}
