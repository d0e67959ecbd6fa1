import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

describe('safePath', () => {
  it.each([
    ['/home', '/home'],
    ['/en/knowledge?page=2#top', '/en/knowledge?page=2#top'],
    ['/account?change=3&recordType=1', '/account?change=3&recordType=1'],
    ['/search?keyword=http://evil.example', '/search?keyword=http://evil.example'],
    ['/a/../b', '/b'],
    ['/知识', '/%E7%9F%A5%E8%AF%86'],
  ])('accepts %s', (path, expected) => {
    expect(safePath(path, '/fallback')).toBe(expected);
  });

  it.each([
    null,
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/en/login?redirect=/home',
  ])('returns the fallback for %j', (path) => {
    expect(safePath(path, '/fallback')).toBe('/fallback');
  });

  it('never returns a path that a browser resolves to another origin', () => {
    for (const path of ['/%5cevil.example', '/%2fevil.example', '/@evil.example', '/:80', '/.//evil.example']) {
      const url = new URL(safePath(path, '/'), 'https://portal.example');
      expect(url.origin, path).toBe('https://portal.example');
    }
  });
});
