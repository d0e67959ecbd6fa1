import { expect, it, vi } from 'vitest';
import { rememberedHtml, sharedKey } from './remembered-html.ts';

it('renders once for equal data, and again for any other', async () => {
  const render = vi.fn(async () => `<p>${render.mock.calls.length}</p>`);
  expect(await rememberedHtml('a', ['zh', { title: 'x' }], render)).toBe('<p>1</p>');
  expect(rememberedHtml('a', ['zh', { title: 'x' }], render)).toBe('<p>1</p>');
  expect(await rememberedHtml('a', ['en', { title: 'x' }], render)).toBe('<p>2</p>');
  expect(await rememberedHtml('a', ['zh', { title: 'y' }], render)).toBe('<p>3</p>');
  expect(await rememberedHtml('b', ['zh', { title: 'x' }], render)).toBe('<p>4</p>');
});

it('does not remember a part that could not be rendered', async () => {
  await expect(rememberedHtml('c', [], () => Promise.reject(new Error('database away')))).rejects.toThrow();
  expect(await rememberedHtml('c', [], async () => 'rendered')).toBe('rendered');
});

it('gives equal values the same number, and others another', () => {
  expect(sharedKey({ name: '华信' })).toBe(sharedKey({ name: '华信' }));
  expect(sharedKey({ name: '华信' })).not.toBe(sharedKey({ name: 'Bluebay' }));
});
