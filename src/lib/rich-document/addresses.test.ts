import { describe, expect, it } from 'vitest';
import { isLinkAddress, isPictureAddress, toLinkAddress } from './addresses.ts';

describe('addresses of links', () => {
  it.each([
    ...['https://example.com', 'HTTP://example.com/a?b=1#c', 'mailto:li@example.com', '/knowledge?page=2', '/'],
    'https://例子.中国/路径',
  ])('%s is one', (address) => expect(isLinkAddress(address)).toBe(true));

  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'],
    ...['data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://x/y', 'tel:1', 'ftp://example.com'],
    ...['//example.com', '/\\example.com', '/a\tb', 'https:example.com', 'https://', 'knowledge', '#top', ''],
    ...['https://user:password@example.com/', 'https://portal@example.com', 'http://:x@example.com'],
    ...[
      'javascript&colon;alert(1)',
      'javascript%3Aalert(1)',
      '\u2028javascript:x',
      'java\u00adscript:x',
      ' javascript:x',
    ],
    ...['view-source:https://x', 'intent://x#Intent;end', 'weixin://x', 'filesystem:https://x/y', 'about:blank'],
    `https://example.com/${'a'.repeat(2000)}`,
    ...[null, undefined, 7, {}, ['https://example.com']],
  ])('%j is none', (address) => expect(isLinkAddress(address)).toBe(false));
});

describe('what people type as an address', () => {
  it.each([
    [' https://example.com ', 'https://example.com'],
    ['example.com/a', 'https://example.com/a'],
    ['li@example.com', 'mailto:li@example.com'],
    ['/knowledge', '/knowledge'],
    ['javascript:alert(1)', null],
    ['word', null],
    ['', null],
  ])('%s', (typed, address) => expect(toLinkAddress(typed)).toBe(address));
});

describe('addresses of pictures', () => {
  it('are files of the tenant only', () => {
    expect(isPictureAddress('/media/01890000-0000-7000-8000-00000000000a')).toBe(true);
    for (const address of [
      ...['https://example.com/x.png', '//example.com/media/01890000-0000-7000-8000-00000000000a', 'data:image/png,x'],
      ...['/media/01890000-0000-7000-8000-00000000000a?x=1', '/media/../x', null, 1],
    ])
      expect(isPictureAddress(address), String(address)).toBe(false);
  });
});
