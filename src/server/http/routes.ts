import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { proxy } from 'hono/proxy';
import { serveLogo } from '#src/server/company/serve-logo.ts';
import { forwarded } from './page-api.ts';
import { serveFile } from '#src/server/file/serve-file.ts';
import { serveRendition } from '#src/server/file/serve-rendition.ts';
import { serveEntry } from '#src/server/document/serve-entry.ts';
import { serveDisputeFile } from '#src/server/exam/serve-dispute-file.ts';
import { serveControl } from '#src/server/invigilation/serve-control.ts';
import { serveEvents } from '#src/server/live/serve-events.ts';
import { serveIngest } from '#src/server/live/serve-ingest.ts';
import { serveStream } from '#src/server/live/serve-stream.ts';
import { serveVariant } from '#src/server/file/serve-variant.ts';
import { serveClasses } from '#src/server/home/page-classes.ts';
import { serveFeed } from '#src/server/calendar-feed/serve-feed.ts';
import { serveCalendar } from '#src/server/training/serve-calendar.ts';
import { ISSUER_PATH, KEY_PATH, serveIssuer, serveKey } from '#src/server/record/sheet/credential.ts';
import { serveCertificate, serveSample } from '#src/server/record/sheet/serve-certificate.ts';
import { serveStatement } from '#src/server/record/statement/serve-statement.ts';
import { compressed } from './compress.ts';
import { serveUnsubscribe } from '#src/server/notice/unsubscribe.ts';
import { gateway } from './gateway.ts';
import type { Env } from './env.ts';
import { settings } from '#src/server/core/settings.ts';
import { discovery } from './discovery/routes.ts';
import { factorGuard } from './factor-guard.ts';
import { terminalGuard } from './terminal-guard.ts';
import { serveTheme } from '#src/server/site/serve-theme.ts';

/**
 * All addresses of the portal but its pages: files, streams, and the gateway. The requests of `src/fetch.ts` and of the API tests go
 * through this one list. Expects `c.var.request`.
 */
export const routes = new Hono<Env>();

routes.use(terminalGuard);
routes.use(factorGuard);

for (const path of ['/calendar/classes.ics', '/en/calendar/classes.ics'] as const)
  routes.get(path, (c) => serveClasses(c.var.request));
routes.get('/calendar/feed/:file', (c) => serveFeed(c.var.request, c.req.param('file'), c.req.header('if-none-match')));
routes.get('/calendar/:file', (c) => serveCalendar(c.var.request, c.req.param('file')));
routes.get('/logo/:id', (c) => serveLogo(c.req.raw, c.req.param('id')));
routes.get('/media/:id', (c) => serveFile(c.req.raw, c.var.request));
routes.get('/media/:id/hls/:key/:name', (c) => serveRendition(c.req.raw, c.var.request, c.req.param()));
routes.get('/media/:id/:variant', (c) =>
  serveVariant(c.req.raw, c.var.request, c.req.param('id'), c.req.param('variant')),
);
routes.on(['PUT', 'POST', 'DELETE'], '/live/ingest/:key/:name', (c) =>
  serveIngest(c.req.raw, c.var.request, c.req.param('key'), c.req.param('name')),
);
routes.get('/live/events/:id', (c) => serveEvents(c, c.var.request, c.req.param('id')));
routes.get('/test/events/:id', (c) => serveControl(c, c.var.request, c.req.param('id')));
for (const path of ['/test/pack/:id', '/en/test/pack/:id'] as const)
  routes.get(path, (c) => serveDisputeFile(c.var.request, c.req.param('id')));
for (const path of ['/account/certificate/:file', '/en/account/certificate/:file'] as const)
  routes.get(path, (c) => serveCertificate(c.var.request, c.req.param('file')));
for (const path of ['/account/statement/:file', '/en/account/statement/:file'] as const)
  routes.get(path, (c) => serveStatement(c.var.request, c.req.param('file')));
for (const path of ['/admin/certificate-preview/:file', '/en/admin/certificate-preview/:file'] as const)
  routes.get(path, (c) => serveSample(c.var.request, c.req.param('file')));
routes.get(KEY_PATH, (c) => serveKey(c.var.request));
routes.get(ISSUER_PATH, (c) => serveIssuer(c.var.request));
routes.get('/media/:id/entry/:index', (c) =>
  serveEntry(c.req.raw, c.var.request, c.req.param('id'), c.req.param('index')),
);

for (const path of ['/unsubscribe', '/en/unsubscribe'] as const)
  // Of strangers: not more is read than a mail program sends.
  routes.post(path, bodyLimit({ maxSize: 1024 }), async (c) =>
    serveUnsubscribe(c.var.request, c.req.query('token') ?? '', await c.req.text()),
  );

routes.use(compressed);
routes.get('/live/media/:sessionId/:expires/:signature/:name', (c) =>
  serveStream(c.req.raw, c.var.request, c.req.param()),
);
routes.route('/', discovery);
routes.get('/theme/:file', (c) => serveTheme(c.req.param('file')));
// An external gateway, whose front the portal is then.
routes.use('/gateway/*', (c, next) => {
  const { gatewayUrl } = settings();
  if (!gatewayUrl) return next();
  return proxy(gatewayUrl + c.req.path.slice('/gateway'.length) + new URL(c.req.url).search, {
    ...c.req,
    headers: { ...c.req.header(), ...forwarded(c.var.request) },
  });
});
routes.route('/gateway', gateway);
