import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

export type StandIn = { origin: string; stop(): Promise<void> };

/** Puts a stand-in on a port of 127.0.0.1; 0 takes any that is free. */
export function listen(app: Hono, port: number): Promise<StandIn> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port: taken }) =>
      resolve({
        origin: `http://127.0.0.1:${taken}`,
        stop: () => new Promise((stopped) => server.close(() => stopped())),
      }),
    );
    server.on('error', reject);
  });
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * The page a provider shows: one writes who one is, and approves or declines. It stands for the scan with a telephone.
 * What the provider was asked for travels in hidden fields.
 */
export function scanPage(title: string, asked: Record<string, string>, fields: string[]): string {
  const hidden = Object.entries(asked).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const inputs = fields.map((name) => `<p><label>${name} <input name="${name}"></label></p>`);
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1><form method="get" action="approve">
${hidden.join('')}${inputs.join('')}<button name="do" value="approve">Approve</button>
<button name="do" value="decline">Decline</button></form></html>`;
}

/** What stands in a query, without what is empty. */
export const queryOf = (url: string): Record<string, string> =>
  Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''));
