import type { AstroComponentMetadata, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { PREFIX, rememberIsland } from './remembered-islands.ts';

/**
 * Renders islands on the server. Astro's own React renderer renders each component twice (once to detect whether it is a
 * React component) and through a web stream. React is the only framework here, so the detection is not needed, and pages
 * are sent as a whole. Islands take no slots: React renders whole subtrees.
 * @throws Error when a page passes children or slots to a React component
 */
function renderToStaticMarkup(
  this: { result: SSRResult },
  Component: ComponentType,
  { [PREFIX]: prefix, ...props }: Record<string, unknown> & { [PREFIX]?: string },
  slots: Record<string, unknown>,
  { displayName }: AstroComponentMetadata,
): { html: string; attrs: { prefix: string } } {
  if (Object.keys(slots).length > 0) throw new Error(`${displayName} is a React component: it takes no slots`);
  // `useId` needs a different prefix in each island of a page.
  return {
    html: renderToString(createElement(Component, props), { identifierPrefix: prefix }),
    attrs: { prefix: prefix! },
  };
}

export default {
  name: '@astrojs/react',
  check: (Component: unknown) => typeof Component === 'function',
  renderToStaticMarkup,
  supportsAstroStaticSlot: true,
  rememberIsland,
};
