/** A schema.org object. */
export type Thing = { '@type': string; [property: string]: unknown };
type Site = { websiteTitle: string; name: string; description: string; logo: string | null };

/*
 * Structured data of a page for search engines: the same facts as on the page, never more. URLs are absolute; empty
 * values are omitted.
 */

const filled = <T extends object>(thing: T): T =>
  Object.fromEntries(
    Object.entries(thing).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as T;

export function organization(origin: string, { name, websiteTitle, description, logo }: Site): Thing {
  return filled({
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name,
    alternateName: websiteTitle,
    description,
    url: `${origin}/`,
    logo: logo && origin + logo,
  });
}

/** Breadcrumbs of a page: `path` is in the page's language; the last one is the page itself. */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  };
}

/** A page that contains only a text: about, terms. */
export function webPage(
  origin: string,
  path: string,
  page: { title: string; summary: string; since: string },
  lang: string,
): Thing {
  return filled({
    '@type': 'WebPage',
    name: page.title,
    description: page.summary,
    url: origin + path,
    inLanguage: lang,
    dateModified: page.since,
    publisher: { '@id': `${origin}/#organization` },
  });
}

export function itemList(origin: string, items: { name: string; path: string }[]): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      url: origin + path,
    })),
  };
}

type Course = {
  title: string;
  summary: string | null;
  cover: string | null;
  lecturer?: { name: string; path: string } | null;
  /** Class hours; 0: not specified. */
  classHours?: number;
  rating?: { count: number; value: number } | null;
  publishedAt?: string;
};

/** A course; a learning project is described as a course consisting of several. */
export function courseThing(origin: string, path: string, course: Course, lang: string): Thing {
  const { title, summary, cover, lecturer, classHours, rating, publishedAt } = course;
  return filled({
    '@type': 'Course',
    name: title,
    description: summary || title,
    url: origin + path,
    image: cover && origin + cover,
    inLanguage: lang,
    datePublished: publishedAt,
    provider: { '@id': `${origin}/#organization` },
    ...(lecturer && { instructor: { '@type': 'Person', name: lecturer.name, url: origin + lecturer.path } }),
    ...(classHours && {
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'online', courseWorkload: `PT${classHours}H` },
    }),
    ...(rating &&
      rating.count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.value,
          ratingCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  });
}

type Lecturer = { name: string; jobTitle: string | null; intro: string | null; photo: string | null };

export function person(origin: string, path: string, { name, jobTitle, intro, photo }: Lecturer): Thing {
  return filled({
    '@type': 'Person',
    name,
    jobTitle,
    description: intro,
    url: origin + path,
    image: photo && origin + photo,
    worksFor: { '@id': `${origin}/#organization` },
  });
}

type News = { title: string; summary: string | null; picture: string; author: string | null; publishedAt: string };

export function newsArticle(origin: string, path: string, news: News, lang: string): Thing {
  return filled({
    '@type': 'NewsArticle',
    headline: news.title.slice(0, 110),
    description: news.summary,
    image: [origin + news.picture],
    datePublished: news.publishedAt,
    url: origin + path,
    mainEntityOfPage: origin + path,
    inLanguage: lang,
    author: news.author ? { '@type': 'Person', name: news.author } : { '@id': `${origin}/#organization` },
    publisher: { '@id': `${origin}/#organization` },
  });
}

/** Serialises it for a script element: `<` is escaped so that no text can end the element. */
export function jsonLd(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
}
