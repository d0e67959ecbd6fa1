import { FetchState, pages } from 'astro/hono';
import { Hono } from 'hono';
// Initialises the translations before the first request (astro-i18next does it in every page's server script).
import 'astro:scripts/page-ssr.js';
import { href, localeOfHeader, localeOfPath } from '#src/i18n/locale.ts';
import { pageApi, pageLogger } from '#src/server/http/page-api.ts';
import { sharedTransaction } from '#src/server/core/db/tenant.ts';
import { admission, isPageBusy } from '#src/server/http/admission.ts';
import { errorPage, wantsPage } from '#src/server/http/error-page.ts';
import type { Env } from '#src/server/http/env.ts';
import { guardPage } from '#src/server/http/page-guard.ts';
import { languageRedirect } from '#src/server/http/language-redirect.ts';
import { pageCache } from '#src/server/http/page-cache.ts';
import { previewOf } from '#src/server/editing/preview.ts';
import { phoneRedirect } from '#src/server/http/phone-redirect.ts';
import { publicFace } from '#src/server/http/public-face.ts';
import { errorEnvelope } from '#src/server/http/error-envelope.ts';
import { serveReadiness } from '#src/server/http/readiness.ts';
import { rejectUrl } from '#src/server/http/reject-url.ts';
import { requestContext } from '#src/server/http/request-context.ts';
import { routes } from '#src/server/http/routes.ts';
import { commonHeaders, ownHeaders } from '#src/server/http/response-headers.ts';

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

app.route('/', routes);

app.on(
  ['GET', 'HEAD'],
  '*',
  publicFace,
  admission.admit,
  async (c, next) => {
    const preview = previewOf(c.var.request, new URL(c.req.url));
    const shown = preview === 'forbidden' ? null : preview;
    c.set('isPreview', shown !== null);
    const transaction = sharedTransaction(c.var.request.tenant.id, shown?.apply);
    const state = new FetchState(c.req.raw);
    // Rendered whole before it is sent: a fault is a proper 500, and the transaction can end here.
    state.streaming = false;
    state.logger = pageLogger(state.logger, c.var.request.log);
    // A site is previewed as its visitors will see it.
    const asking = shown?.isForVisitors ? { ...c.var.request, viewer: null } : c.var.request;
    state.locals = pageApi(asking, new URL(c.req.url).pathname, transaction, shown);
    c.set('pageLocals', state.locals);
    c.set('fetchState' as never, state as never);
    try {
      const access = guardPage(c.var.request, new URL(c.req.url));
      if (access === 'forbidden' || preview === 'forbidden')
        c.res = await state.rewrite(href(c.var.request.locale, '/403'));
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
