import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

export type StandIn = { origin: string; stop(): Promise<void> };

/** Starts a stand-in on a port of 127.0.0.1; 0: any free one. */
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
 * Returns the login page of a provider: a form for entering the identity and approving or declining, instead of scanning a
 * QR code. The parameters of the request are in hidden fields.
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

/** Returns the non-empty parameters of a query. */
export const queryOf = (url: string): Record<string, string> =>
  Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''));
