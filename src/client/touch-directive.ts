import type { ClientDirective } from 'astro';

const FIRST = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;
/** What only a hydrated island can answer. Links, `<details>` and buttons of a popover work by themselves. */
const HELD_EVENTS = ['click', 'submit'] as const;
const SCRIPTED = 'button[type=button]:not([popovertarget])';
/** `DRAFT` of session.ts, whose imports would become part of this script, which stands in every page. */
const DRAFT = 'draft:';

/**
 * `client:touch`: hydrates an island when someone first points at it, focuses it or presses a key in it, so that an
 * anonymous reader pays for no framework (design section 7). The server-rendered HTML has to work by itself until then.
 * What is clicked or sent while the island loads is done once it is hydrated. With a value, e.g.
 * `client:touch="#comment-"`, the island is also hydrated for an address whose fragment begins so, and where this tab keeps
 * a draft of a form.
 */
const touch: ClientDirective = (load, { value }, element) => {
  const held = new Set<HTMLElement>();
  let started = false;

  const start = async () => {
    if (started) return;
    started = true;
    for (const type of FIRST) element.removeEventListener(type, start);
    const hydrate = await load();
    await hydrate();
    for (const type of HELD_EVENTS) element.removeEventListener(type, hold, true);
    // A click, unlike a submit, makes React hydrate what it hits first.
    for (const button of held) button.click();
  };
  const hold = (event: Event) => {
    const isSubmit = event instanceof SubmitEvent;
    const button = isSubmit ? event.submitter : (event.target as Element).closest<HTMLElement>(SCRIPTED);
    if (!isSubmit && !button) return;
    event.preventDefault();
    if (button) held.add(button);
    void start();
  };
  const followAddress = () => {
    if (location.hash.startsWith(value)) void start();
  };

  for (const type of FIRST) element.addEventListener(type, start, { passive: true });
  for (const type of HELD_EVENTS) element.addEventListener(type, hold, true);
  // Astro passes `true` where the directive has no value.
  if (typeof value !== 'string' || !value) return;
  addEventListener('hashchange', followAddress);
  followAddress();
  if (Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT))) void start();
};

export default touch;

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}
