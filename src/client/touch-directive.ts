import type { ClientDirective } from 'astro';

const FIRST = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;
/** Events that need a hydrated island. Links, `<details>` and popover buttons work without it. */
const HELD_EVENTS = ['click', 'submit'] as const;
const SCRIPTED = 'button[type=button]:not([popovertarget])';
/**
 * Copy of `DRAFT` of session.ts: importing it would add its dependencies to this script, which is part of every page.
 */
const DRAFT = 'draft:';

/**
 * `client:touch`: hydrates an island on the first pointer, focus or key event in it, so that anonymous visitors load no
 * framework (docs/architecture.md, section "Islands"). Until then the server-rendered HTML has to work without scripts.
 * Clicks and submits that happen while the island loads are replayed after hydration. With a value, e.g.
 * `client:touch="#comment-"`, the island is also hydrated if the URL fragment starts with it, and if this tab has a
 * draft of a form.
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
    // Unlike a submit, a click makes React hydrate its target first.
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
