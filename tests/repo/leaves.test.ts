import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import EmptyStateAstro from '#src/components/EmptyState.astro';
import { EmptyState } from '#src/components/EmptyState.tsx';
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

async function astro(
  component: Parameters<AstroContainer['renderToString']>[0],
  props: object,
  slot = '',
): Promise<string> {
  const container = await AstroContainer.create();
  return same(await container.renderToString(component, { props: { ...props }, slots: { default: slot } }));
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

  it.each([
    { title: 'Nothing here' },
    { title: 'No tasks', hint: 'Your tasks appear here', icon: 'task' },
    { title: 'No tasks', action: { href: '/knowledge', label: 'Find a course' } },
  ] as const)('EmptyState %o', async (props) => {
    const react = renderToStaticMarkup(createElement(EmptyState, props));
    expect(await astro(EmptyStateAstro, props)).toBe(same(react));
  });

  it('EmptyState with content below', async () => {
    const title = 'Not loaded';
    const react = renderToStaticMarkup(
      createElement(EmptyState, { title }, createElement('button', null, 'Try again')),
    );
    expect(await astro(EmptyStateAstro, { title }, '<button>Try again</button>')).toBe(same(react));
  });
});
