import { type ComponentType, createElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect } from 'vitest';
import { clearQueryCache } from '#src/client/query.ts';
import type { Session } from '#src/client/session.store.ts';
import type { Locale } from '#src/i18n/locale.ts';

/*
 * Component tests run in Chromium. An island is rendered as the server does it, put into the page and hydrated; a difference
 * between the two, or any line in the console, fails the test.
 */

let root: Root | undefined;

/**
 * Renders an island on "the server" and hydrates it.
 * @param before what the person does before the island is hydrated
 * @returns the element it is in
 */
export async function hydrate<P extends object>(
  Island: ComponentType<P & { locale: Locale }>,
  props: Omit<P, 'locale'> & { locale?: Locale },
  { before }: { before?: (place: HTMLElement) => void | Promise<void> } = {},
): Promise<HTMLElement> {
  const element = createElement(Island, { locale: 'zh', ...props } as P & { locale: Locale });
  const place = document.createElement('div');
  place.innerHTML = renderToString(element, { identifierPrefix: 'r0' });
  document.body.append(place);
  await before?.(place);
  const wrong: unknown[] = [];
  root = hydrateRoot(place, element, { identifierPrefix: 'r0', onRecoverableError: (error) => wrong.push(error) });
  // Hydration is a task of React's scheduler; an idle page has done it.
  await settled();
  expect(wrong, 'the first render equals the HTML of the server').toEqual([]);
  return place;
}

/** Opens a popover as a button does, and waits until the page knows. */
export async function openPopover(id: string): Promise<void> {
  const popover = document.getElementById(id)!;
  const toggled = new Promise((resolve) => popover.addEventListener('toggle', resolve, { once: true }));
  popover.showPopover();
  await toggled;
}

/**
 * Everything that can run without waiting has run: answers that are there, renders, effects. A task of low priority comes after all of
 * them. The browser need not become idle, which it does not for a long time on a busy machine, or while something is animated.
 */
export const settled = async (): Promise<void> => {
  await new Promise(requestAnimationFrame);
  await scheduler.postTask(() => undefined, { priority: 'background' });
};

/** The person leaves the page; what the browser keeps stays. For tests of a reload, before they hydrate again. */
export function leave(): void {
  root?.unmount();
  root = undefined;
  clearQueryCache();
  document.body.replaceChildren();
}

afterEach(() => {
  leave();
  sessionStorage.clear();
  localStorage.clear();
});

/** A signed-in person, for islands that are given one. */
export const session: Session = {
  viewer: {
    id: '01890000-0000-7000-8000-000000000001',
    userName: '王芳',
    headPortrait: null,
    sex: 1,
    userType: 1,
    isAdmin: false,
    manages: false,
    department: '质量部',
    post: '检验员',
    enterpriseName: '华信制造',
    certificateCount: 2,
    totalHours: 12.5,
    timeZone: 'Asia/Shanghai',
  },
  unread: 3,
  notices: 0,
  cart: 0,
};
