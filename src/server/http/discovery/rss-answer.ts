import { href, HTML_LANG } from '#src/i18n/locale.ts';
import { xml } from '#src/lib/xml.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { answer } from './answer.ts';

type Item = { path: string; title: string; description: string; author: string | null; publishedAt: Date };
/** `path`: of the page that the feed belongs to; the feed is `rss.xml` below it. Paths are Chinese ones. */
type Channel = { title: string; description: string; path: string; items: Item[] };

/** A feed as RSS 2.0. */
export function rssAnswer({ origin, locale }: Pick<RequestContext, 'origin' | 'locale'>, channel: Channel): Response {
  const element = (name: string, text: string, attributes = '') => `<${name}${attributes}>${xml(text)}</${name}>`;
  const at = (path: string) => origin + href(locale, path);
  const entries = channel.items.map(({ path, title, description, author, publishedAt }) =>
    [
      '<item>',
      element('title', title),
      element('link', at(path)),
      // The same item in both languages is one.
      element('guid', origin + path, ' isPermaLink="false"'),
      element('pubDate', publishedAt.toUTCString()),
      ...(author ? [element('dc:creator', author)] : []),
      element('description', description),
      '</item>',
    ].join(''),
  );
  const newest = channel.items[0];
  return answer(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
${element('title', channel.title)}
${element('link', at(channel.path))}
${element('description', channel.description)}
${element('language', HTML_LANG[locale])}
<atom:link rel="self" type="application/rss+xml" href="${xml(at(`${channel.path}/rss.xml`))}"/>
${newest ? element('lastBuildDate', newest.publishedAt.toUTCString()) : ''}
${entries.join('\n')}
</channel></rss>
`,
    'application/rss+xml',
  );
}
