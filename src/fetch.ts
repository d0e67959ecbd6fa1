import { FetchState, pages } from 'astro/hono';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
// Initialises the translations before the first request (astro-i18next does it in every page's server script).
import 'astro:scripts/page-ssr.js';
import { href, localeOfHeader, localeOfPath } from '#src/i18n/locale.ts';
import { serveLogo } from '#src/server/company/serve-logo.ts';
import { forwarded, pageApi, pageLogger } from '#src/server/http/page-api.ts';
import { sharedTransaction } from '#src/server/core/db/tenant.ts';
import { serveFile } from '#src/server/file/serve-file.ts';
import { serveRendition } from '#src/server/file/serve-rendition.ts';
import { serveEntry } from '#src/server/document/serve-entry.ts';
import { servePack } from '#src/server/exam/serve-pack.ts';
import { serveControl } from '#src/server/invigilation/serve-control.ts';
import { serveEvents } from '#src/server/live/serve-events.ts';
import { serveIngest } from '#src/server/live/serve-ingest.ts';
import { serveStream } from '#src/server/live/serve-stream.ts';
import { serveVariant } from '#src/server/file/serve-variant.ts';
import { serveClasses } from '#src/server/home/serve-classes.ts';
import { serveCalendar } from '#src/server/training/serve-calendar.ts';
import { admission, isPageBusy } from '#src/server/http/admission.ts';
import { compressed } from '#src/server/http/compress.ts';
import { errorPage, wantsPage } from '#src/server/http/error-page.ts';
import { gateway, type Env } from '#src/server/http/gateway.ts';
import { guardPage } from '#src/server/http/page-guard.ts';
import { languageRedirect } from '#src/server/http/language-redirect.ts';
import { pageCache } from '#src/server/http/page-cache.ts';
import { phoneRedirect } from '#src/server/http/phone-redirect.ts';
import { publicFace } from '#src/server/http/public-face.ts';
import { errorEnvelope } from '#src/server/http/error-envelope.ts';
import { serveReadiness } from '#src/server/http/readiness.ts';
import { rejectUrl } from '#src/server/http/reject-url.ts';
import { requestContext } from '#src/server/http/request-context.ts';
import { commonHeaders, ownHeaders } from '#src/server/http/response-headers.ts';
import { settings } from '#src/server/core/settings.ts';
import { discovery } from '#src/server/http/discovery/routes.ts';
import { serveTheme } from '#src/server/site/serve-theme.ts';

/**
 * The front door (docs/architecture.md, section "Request"): one pipeline for every request that is not a static file.
 */
const app = new Hono<Env>();

// What fails before a page or a call is reached: in practice, the database is unavailable.
app.onError((error, c) => {
  const isCall = c.req.path.startsWith('/gateway/');
  const locale = isCall ? localeOfHeader(c.req.header('accept-language')) : localeOfPath(c.req.path);
  const [envelope, status, headers] = errorEnvelope(error, c.var.request, locale);
  if (isCall) return c.json(envelope, status, headers);
  if (!wantsPage(c.req.raw)) return c.text(envelope.msg, status, headers);
  const retryAfter = isPageBusy(error) ? error.retryAfter : undefined;
  const page = errorPage({ status, title: envelope.msg, locale, retry: true, retryAfter });
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
});
app.use(pageCache);
app.use(commonHeaders);
app.use(ownHeaders);
app.get('/healthz', (c) => c.text('ok'));
app.get('/readyz', serveReadiness);
app.use(admission.early);
app.use(requestContext);
app.use(rejectUrl);
// Shared caches store no page, because what it shows depends on who asks (docs/decisions/003). Pages of members are not stored by
// the browser either: the next person at a shared one would find them by going back.
app.use(async (c, next) => {
  await next();
  if (c.res.headers.has('cache-control')) return;
  const isOwn = c.var.request.viewer !== null || c.req.path.startsWith('/gateway/');
  c.res.headers.set('cache-control', isOwn ? 'private, no-store' : 'private, no-cache');
});
app.use(phoneRedirect);
app.use(languageRedirect);

for (const path of ['/calendar/classes.ics', '/en/calendar/classes.ics'] as const)
  app.get(path, (c) => serveClasses(c.var.request));
app.get('/calendar/:file', (c) => serveCalendar(c.var.request, c.req.param('file')));
app.get('/logo/:id', (c) => serveLogo(c.req.raw, c.req.param('id')));
app.get('/media/:id', (c) => serveFile(c.req.raw, c.var.request));
app.get('/media/:id/hls/:key/:name', (c) => serveRendition(c.req.raw, c.var.request, c.req.param()));
app.get('/media/:id/:variant', (c) =>
  serveVariant(c.req.raw, c.var.request, c.req.param('id'), c.req.param('variant')),
);
app.on(['PUT', 'POST', 'DELETE'], '/live/ingest/:key/:name', (c) =>
  serveIngest(c.req.raw, c.var.request, c.req.param('key'), c.req.param('name')),
);
app.get('/live/events/:id', (c) => serveEvents(c, c.var.request, c.req.param('id')));
app.get('/test/events/:id', (c) => serveControl(c, c.var.request, c.req.param('id')));
for (const path of ['/test/pack/:id', '/en/test/pack/:id'] as const)
  app.get(path, (c) => servePack(c.var.request, c.req.param('id')));

app.get('/media/:id/entry/:index', (c) =>
  serveEntry(c.req.raw, c.var.request, c.req.param('id'), c.req.param('index')),
);

app.use(compressed);
app.get('/live/media/:sessionId/:expires/:signature/:name', (c) =>
  serveStream(c.req.raw, c.var.request, c.req.param()),
);
app.route('/', discovery);
app.get('/theme/:file', (c) => serveTheme(c.req.param('file')));
const external = settings().gatewayUrl;
if (external) {
  app.all('/gateway/*', (c) =>
    proxy(external + c.req.path.slice('/gateway'.length) + new URL(c.req.url).search, {
      ...c.req,
      headers: { ...c.req.header(), ...forwarded(c.var.request) },
    }),
  );
} else {
  app.route('/gateway', gateway);
}

app.on(
  ['GET', 'HEAD'],
  '*',
  publicFace,
  admission.admit,
  async (c, next) => {
    const transaction = sharedTransaction(c.var.request.tenant.id);
    const state = new FetchState(c.req.raw);
    // Rendered whole before it is sent: a fault is a proper 500, and the transaction can end here.
    state.streaming = false;
    state.logger = pageLogger(state.logger, c.var.request.log);
    state.locals = pageApi(c.var.request, transaction);
    c.set('pageLocals', state.locals);
    c.set('fetchState' as never, state as never);
    try {
      const access = guardPage(c.var.request, new URL(c.req.url));
      if (access === 'forbidden') c.res = await state.rewrite(href(c.var.request.locale, '/403'));
      else if (access !== 'allowed') c.res = c.redirect(access.redirect, 302);
      else await next();
    } finally {
      await transaction.end(c.res.status < 500 ? 'COMMIT' : 'ROLLBACK');
    }
    const { errorStatus } = c.var.pageLocals!;
    if (errorStatus) c.res = new Response(c.res.body, { status: errorStatus, headers: c.res.headers });
  },
  pages(),
);
app.all('*', (c) => c.text('Method not allowed', 405, { allow: 'GET, HEAD' }));

export default app;
