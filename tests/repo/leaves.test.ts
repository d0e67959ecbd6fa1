import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import IconAstro from '#src/components/Icon.astro';
import { Icon } from '#src/components/Icon.tsx';
import ProgressAstro from '#src/components/Progress.astro';
import { Progress } from '#src/components/Progress.tsx';

/* Leaf components for Astro and for React render the same HTML (docs/decisions/028). */

const same = (html: string) =>
  html
    .replace(/<!--.*?-->|<!DOCTYPE[^>]*>/gi, '')
    .replace(/\s+(?=[<>/])|(?<=>)\s+/g, '')
    .replace(/><\/use>|\/>/g, '>')
    .replace(/<\/use>/g, '')
    .trim();

async function astro(component: Parameters<AstroContainer['renderToString']>[0], props: object): Promise<string> {
  const container = await AstroContainer.create();
  return same(await container.renderToString(component, { props: { ...props } }));
}

describe('leaf components render the same in Astro and React', () => {
  it.each([{ name: 'bell' }, { name: 'chevron-down', size: 'size-4' }] as const)(
    'Icon %o',
    async ({ name, ...more }) => {
      const size = 'size' in more ? more.size : undefined;
      const react = renderToStaticMarkup(createElement(Icon, { name, ...(size && { className: size }) }));
      expect(await astro(IconAstro, { name, ...(size && { class: size }) })).toBe(same(react));
    },
  );

  it.each([0, 33.7, 100, 120, -5])('Progress %d', async (value) => {
    const props = { value, label: 'Course' };
    const react = renderToStaticMarkup(createElement(Progress, { ...props, className: 'mt-2' }));
    expect(await astro(ProgressAstro, { ...props, class: 'mt-2' })).toBe(same(react));
  });
});
