import type { ClientDirective } from 'astro';

const FIRST = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const;

/**
 * `client:touch`: hydrates an island when someone first points at it, focuses it or presses a key in it, so that an
 * anonymous reader pays for no framework (design section 7). The server-rendered HTML has to work by itself until then.
 */
const touch: ClientDirective = (load, _options, element) => {
  const start = async () => {
    for (const type of FIRST) element.removeEventListener(type, start);
    const hydrate = await load();
    await hydrate();
  };
  for (const type of FIRST) element.addEventListener(type, start, { passive: true });
};

export default touch;

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}
