import type { Page } from '@playwright/test';

/** What the thrown error says; React writes it to the console. */
export const BROKEN = 'Thrown by the test';

type Dispatcher = Record<string, unknown>;
type Renderer = { currentDispatcherRef: { H: Dispatcher | null } };
type Breaking = { brokenChunk: string | null };

/**
 * From its first hook on, every render of a component of one chunk throws, in the pages that are opened from now on, until `repair`.
 * The hooks are reached as React's own developer tools reach them, so the portal needs no code for it; the chunk of a call is in
 * its stack.
 */
export async function breakChunk(page: Page, chunk: string): Promise<void> {
  await page.addInitScript(
    ({ name, message }) => {
      const state = Object.assign(globalThis, { brokenChunk: name }) as unknown as Breaking;
      Error.stackTraceLimit = 100;
      const inject = ({ currentDispatcherRef }: Renderer) => {
        let current = currentDispatcherRef.H;
        const own = new WeakMap<Dispatcher, Dispatcher>();
        const watched = (dispatcher: Dispatcher) =>
          new Proxy(dispatcher, {
            get(hooks, hook) {
              if (state.brokenChunk && new Error().stack!.includes(`/_astro/${state.brokenChunk}.`))
                throw new Error(message);
              return Reflect.get(hooks, hook) as unknown;
            },
          });
        Object.defineProperty(currentDispatcherRef, 'H', {
          get: () => {
            if (!current) return current;
            const proxy = watched(current);
            own.set(proxy, current);
            return proxy;
          },
          set: (dispatcher: Dispatcher | null) => (current = (dispatcher && own.get(dispatcher)) ?? dispatcher),
        });
        return 1;
      };
      Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject } });
    },
    { name: chunk, message: BROKEN },
  );
}

/** The components of the chunk can be rendered again. */
export async function repair(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { brokenChunk: null }));
}
