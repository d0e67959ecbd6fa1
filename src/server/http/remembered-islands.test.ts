import type { SSRResult } from 'astro';
import { expect, it, vi } from 'vitest';
import { PREFIX, rememberIsland } from './remembered-islands.ts';

type Props = Record<string | symbol, unknown>;

/** Renders an island like Astro does. @returns what is written to the page */
async function island(page: SSRResult, props: Props, slots: object = {}) {
  const rendered = await rememberIsland(page, { 'client:component-path': '/Island.js', ...props }, slots, render);
  const written: unknown[] = [];
  rendered.render({ write: (chunk) => written.push(chunk) });
  return written;
}
const render = vi.fn(async (props: Props) => ({
  render: (to: { write(chunk: unknown): void }) => {
    to.write({ type: 'directive' });
    to.write(`<i ${String(props[PREFIX])}>${typeof props}</i>`);
  },
}));
const page = () => ({}) as SSRResult;
const isFresh = async (props: Props, slots?: object) => {
  const before = render.mock.calls.length;
  await island(page(), props, slots);
  return render.mock.calls.length > before;
};

it('is rendered once for equal properties, for all pages', async () => {
  const first = await island(page(), { name: 'a', list: [1, null, { x: true }] });
  expect(await island(page(), { name: 'a', list: [1, null, { x: true }] })).toEqual(first);
  expect(await isFresh({ name: 'a', list: [1, null, { x: true }] })).toBe(false);
  expect(await isFresh({ name: 'b', list: [1, null, { x: true }] })).toBe(true);
  expect(await isFresh({ name: 'a', list: [1, null, { x: true }], 'client:load': 'true' })).toBe(true);
});

it('has a prefix of its own when a page shows it twice', async () => {
  const here = page();
  const [first, second] = [await island(here, { name: 'twice' }), await island(here, { name: 'twice' })];
  expect(second[1]).not.toBe(first[1]);
});

it('is rendered each time when JSON does not tell its properties apart, or without a directive', async () => {
  for (const value of [new Map([[1, 2]]), new Date(0), NaN, () => 1, [undefined], new (class A {})(), 1n]) {
    expect(await isFresh({ value })).toBe(true);
    expect(await isFresh({ value }), String(value)).toBe(true);
  }
  expect(await isFresh({ 'client:component-path': undefined })).toBe(true);
  expect(await isFresh({ 'client:component-path': undefined })).toBe(true);
});
