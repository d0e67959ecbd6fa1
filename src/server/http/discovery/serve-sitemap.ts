import { href, HTML_LANG } from '#src/i18n/locale.ts';
import { xml } from '#src/lib/xml.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { answer, none } from './answer.ts';
import { KINDS, pagesOf, PAGES_PER_FILE, type SitemapPage, summaryOf } from './pages-of.ts';

/** List pages, which every tenant has. */
const LISTS = ['/', '/knowledge', '/knowledge/menu-tree', '/lecturer', '/info'];
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `GET /sitemap.xml`: the index of the tenant's sitemap files. 404 if the site is not public. */
export async function serveSitemapIndex({ tenant, origin, now }: RequestContext): Promise<Response> {
  if (!tenant.publicFace) return none();
  const parts = await withTenant(tenant.id, async (db) => {
    const found: { name: string; changed: Date | null }[] = [{ name: 'lists-1', changed: null }];
    for (const [name, kind] of Object.entries(KINDS)) {
      const { count, changed } = await summaryOf(db, tenant.id, now(), kind);
      for (let n = 1; n <= Math.ceil(count / PAGES_PER_FILE); n++) found.push({ name: `${name}-${n}`, changed });
    }
    return found;
  });
  const lines = parts.map(
    ({ name, changed }) => `<sitemap><loc>${xml(`${origin}/sitemap-${name}.xml`)}</loc>${lastmod(changed)}</sitemap>`,
  );
  return answer(`${HEAD}<sitemapindex ${NAMES}>\n${lines.join('\n')}\n</sitemapindex>\n`, 'application/xml');
}

/** `GET /sitemap-{kind}-{n}.xml`: one sitemap file, each page in all languages of the enterprise with links to the other. */
export async function serveSitemapPart({ tenant, origin, now }: RequestContext, file: string): Promise<Response> {
  const [, name = '', number = ''] = /^sitemap-([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(file) ?? [];
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!tenant.publicFace || (!kind && name !== 'lists')) return none();
  const pages: SitemapPage[] = kind
    ? await withTenant(tenant.id, (db) => pagesOf(db, tenant.id, now(), kind, Number(number)))
    : LISTS.map((path) => ({ path, changed: null }));
  if (pages.length === 0 || (!kind && number !== '1')) return none();
  const { languages } = tenant;
  const lines = pages.flatMap(({ path, changed }) => {
    const alternates = [
      ...languages.map((locale) => [HTML_LANG[locale], locale] as const),
      ['x-default', languages[0]!] as const,
    ]
      .map(
        ([lang, locale]) =>
          `<xhtml:link rel="alternate" hreflang="${lang}" href="${xml(origin + href(locale, path))}"/>`,
      )
      .join('');
    return languages.map(
      (locale) => `<url><loc>${xml(origin + href(locale, path))}</loc>${lastmod(changed)}${alternates}</url>`,
    );
  });
  return answer(
    `${HEAD}<urlset ${NAMES} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${lines.join('\n')}\n</urlset>\n`,
    'application/xml',
  );
}

const lastmod = (changed: Date | null) => (changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '');
