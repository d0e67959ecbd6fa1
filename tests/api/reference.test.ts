import { expect, it } from 'vitest';
import { calls } from '#src/contract/calls.ts';
import { openApiDocument, referencePage } from '#src/server/http/openapi.ts';
import { portal } from '../factories/portal.ts';
import { mintTenant } from '../factories/tenant.ts';

/* The reference of the API: anybody may ask for it, as often as they like. */

it('is built once, whoever asks for it, and describes every operation', async () => {
  const { host } = await mintTenant();
  const get = (path: string) => portal.request(`http://${host}/gateway${path}`, { headers: { host } });
  const [first, again] = await Promise.all([get('/docs'), get('/docs')]);
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await first.text();
  expect(await again.text()).toBe(html);
  for (const name of Object.keys(calls)) expect(html).toContain(`<code>${name}</code>`);
  expect(referencePage()).toBe(referencePage());
  expect(await (await get('/openapi.json')).text()).toBe(openApiDocument());
});
