import { LRUCache } from 'lru-cache';
import { themeCss } from '#src/lib/theme.ts';

/** Computed themes by brand colour. */
const cache = new LRUCache<string, string>({ max: 200 });

/** `GET /theme/{rrggbb}.css`: the colours of a tenant. The content of a URL never changes: immutable. */
export function serveTheme(file: string): Response {
  const hex = /^([0-9a-f]{6})\.css$/.exec(file)?.[1];
  if (!hex)
    return new Response('Not found', {
      status: 404,
      headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
    });
  let css = cache.get(hex);
  if (!css) {
    css = themeCss(`#${hex}`);
    cache.set(hex, css);
  }
  return new Response(css, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
