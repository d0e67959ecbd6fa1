/** Display time of a banner, ms. */
const STAY = 7_000;

/**
 * The banner carousel: buttons, arrow keys and automatic rotation. The banners scroll and snap by CSS, so swiping works
 * without this script. Rotation pauses on hover, on focus and while not visible; it stops permanently once the user
 * selects a banner, and is disabled with `prefers-reduced-motion`.
 */
export function startCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) start(carousel);
}

function start(carousel: HTMLElement): void {
  const find = (name: string) => carousel.querySelector<HTMLElement>(`[data-${name}]`);
  const [track, controls, position, pause] = ['track', 'controls', 'position', 'pause'].map(find);
  if (!track || !controls || !position || !pause) return;
  const count = track.children.length;
  const at = () => Math.round(track.scrollLeft / track.clientWidth);
  /** The banner that the track is scrolling to. */
  let aim: number | undefined;
  /** The banner that a step counts from, so that two quick steps lead two banners on. */
  const current = () => aim ?? at();
  const show = (n: number) => {
    aim = (n + count) % count;
    track.scrollTo({ left: aim * track.clientWidth });
  };
  const labels = [pause.getAttribute('aria-label')!, pause.dataset.playLabel!];
  let paused = false;
  let seen = false;

  function setPaused(on: boolean): void {
    paused = on;
    pause!.toggleAttribute('data-paused', on);
    pause!.setAttribute('aria-label', labels[Number(on)]!);
  }
  function choose(n: number): void {
    setPaused(true);
    show(n);
  }

  // Hidden without a script, but with their room: nothing moves when they appear.
  controls.classList.remove('invisible');
  controls.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button');
    if (button === pause) setPaused(!paused);
    else if (button?.dataset.step) choose(current() + Number(button.dataset.step));
  });
  track.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: current() - 1, ArrowRight: current() + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  });
  track.addEventListener('pointerdown', () => setPaused(true), { passive: true });
  track.addEventListener(
    'scroll',
    () => {
      position.textContent = `${at() + 1} / ${count}`;
      if (at() === aim) aim = undefined;
    },
    { passive: true },
  );
  // Somebody has swiped elsewhere meanwhile.
  track.addEventListener('scrollend', () => (aim = undefined));

  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const isStill = () => still.matches || document.documentElement.dataset.motion === 'reduced';
  pause.hidden = isStill();
  still.addEventListener('change', () => (pause.hidden = isStill()));
  new IntersectionObserver(([entry]) => (seen = entry!.isIntersecting), { threshold: 0.6 }).observe(track);
  setInterval(() => {
    const rests = paused || !seen || isStill() || document.hidden || carousel.matches(':hover, :focus-within');
    if (!rests) show(current() + 1);
  }, STAY);
}
