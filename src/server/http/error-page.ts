import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import { href, HTML_LANG, type Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';

type Problem = {
  status: number;
  title: string;
  hint?: string;
  locale: Locale;
  /** Shows links for retrying and to the home page; false for unknown hosts, which have no home page. */
  retry?: boolean;
  /** Seconds after which the page loads itself again. */
  retryAfter?: number;
};

/* Inline, because the page must work without database and files. Light or dark as the system prefers. */
const STYLE = `:root{color-scheme:light dark;--ground:#f5f7fa;--ink:#1d2430;--muted:#566070;--soft:#e3ebf7;--brand:#1355a0;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#141820;--ink:#eceff4;--muted:#aeb7c4;--soft:#232b38;--brand:#7fb0f0;--on:#10151d}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.6 "PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif;overflow-wrap:anywhere}
main{display:flex;flex-direction:column;align-items:center;gap:16px;max-width:28rem;text-align:center}
p.digits{display:flex;gap:12px;font-size:4rem;font-weight:700;line-height:1;font-variant-numeric:tabular-nums}
span{display:grid;place-items:center;width:6rem;height:6rem;border-radius:8px;background:var(--soft);color:var(--brand)}
span:nth-child(2){background:var(--brand);color:var(--on)}
h1{margin-top:16px;font-size:1.5rem;line-height:1.3}
p.hint{color:var(--muted)}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:12px;margin-top:8px}
a{display:flex;align-items:center;height:40px;padding:0 16px;border-radius:8px;background:var(--soft);color:var(--ink);font-weight:600;text-decoration:none}
a:first-child{background:var(--brand);color:var(--on)}
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Returns an error page for errors outside the page pipeline: an unknown host, an unavailable database. */
export function errorPage({ status, title, hint, locale, retry = false, retryAfter }: Problem): Response {
  const t = getT(locale);
  const digits = [...String(status)].map((digit) => `<span>${digit}</span>`).join('');
  const links = retry
    ? `<nav><a href="">${escapeUTF8(t('common:retry'))}</a><a href="${href(locale, '/')}">${escapeUTF8(t('common:backHome'))}</a></nav>`
    : '';
  const texts = [hint, retryAfter && t('common:retriesItself', { count: retryAfter })].filter((text) => text);
  const hints = texts.map((text) => `<p class="hint">${escapeUTF8(String(text))}</p>`).join('');
  const html = `<!doctype html>
<html lang="${HTML_LANG[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeUTF8(title)}</title><style>${STYLE}</style></head>
<body><main><p class="digits" role="img" aria-label="${status}">${digits}</p><h1>${escapeUTF8(title)}</h1>${hints}${links}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      ...(retryAfter && { refresh: String(retryAfter) }),
    },
  });
}

/** Whether a browser requests a page, as opposed to a program. */
export const wantsPage = (request: Request) =>
  ['GET', 'HEAD'].includes(request.method) && (request.headers.get('accept') ?? '').includes('text/html');
