import { expect, it } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

it.each([
  ['/', '/'],
  ['/en', '/en'],
  ['/knowledge/', '/knowledge'],
  ['/info?page=1', '/info'],
  ['/info?page=3&utm_source=mail', '/info?page=3'],
  ['/knowledge?page=2&type=2&keyword=x&sort=hot&category=a', '/knowledge?category=a&type=2&page=2'],
  ['/agreement?version=1&code=privacy', '/agreement?code=privacy'],
  ['/tpl?id=about&id=evil', '/tpl?id=about'],
])('the canonical path of %s is %s', (address, wanted) =>
  expect(canonicalPath(new URL(address, 'http://x'))).toBe(wanted),
);
