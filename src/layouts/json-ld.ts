import type {
  BlogPosting,
  BreadcrumbList,
  Course as CourseThing,
  Graph,
  ItemList,
  NewsArticle,
  Organization,
  Person,
  QAPage,
  Thing as AnyThing,
  WebPage,
} from 'schema-dts';

/** A schema.org object. */
export type Thing = Exclude<AnyThing, string>;
type Site = { websiteTitle: string; name: string; description: string; logo: string | null };

/*
 * Structured data of a page for search engines: the same facts as on the page, never more. URLs are absolute; empty
 * values are omitted.
 */

/** One type of a family, e.g. `Organization` without `Airline`. */
type Of<Family, Name extends string> = Extract<Family, { '@type': Name }>;

const filled = <T extends Thing>(thing: { [Property in keyof T]: T[Property] | null | undefined }): T =>
  Object.fromEntries(
    Object.entries(thing).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as unknown as T;

/** The enterprise, to which the other objects refer by `@id`. */
export function organization(origin: string, { name, websiteTitle, description, logo }: Site): Thing {
  return filled<Of<Organization, 'Organization'>>({
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name,
    alternateName: websiteTitle,
    description,
    url: `${origin}/`,
    logo: logo && origin + logo,
  });
}

/** Breadcrumbs of a page. `path` is in the page's language; the last step is the page itself. */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): BreadcrumbList {
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
  return filled<Of<WebPage, 'WebPage'>>({
    '@type': 'WebPage',
    name: page.title,
    description: page.summary,
    url: origin + path,
    inLanguage: lang,
    dateModified: page.since,
    publisher: { '@id': `${origin}/#organization` },
  });
}

/** A list of pages in display order. */
export function itemList(origin: string, items: { name: string; path: string }[]): ItemList {
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
  return filled<Of<CourseThing, 'Course'>>({
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

/** A lecturer. */
export function person(origin: string, path: string, { name, jobTitle, intro, photo }: Lecturer): Thing {
  return filled<Of<Person, 'Person'>>({
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

/** An announcement. */
export function newsArticle(origin: string, path: string, news: News, lang: string): Thing {
  return filled<Of<NewsArticle, 'NewsArticle'>>({
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

type Post = {
  title: string;
  excerpt: string;
  cover: string | null;
  publishedAt: string;
  editedAt: string | null;
  voteCount: number;
  answerCount: number;
  author: { userName: string };
};
/** Nobody is named as the author of an anonymous post. */
const authorOf = ({ userName }: Post['author']) =>
  userName ? ({ '@type': 'Person', name: userName } as const) : undefined;

/** A blog post of the community. */
export function blogPosting(origin: string, path: string, post: Post, lang: string): Thing {
  return filled<Of<BlogPosting, 'BlogPosting'>>({
    '@type': 'BlogPosting',
    headline: post.title.slice(0, 110),
    description: post.excerpt,
    image: post.cover && origin + post.cover,
    datePublished: post.publishedAt,
    dateModified: post.editedAt,
    url: origin + path,
    mainEntityOfPage: origin + path,
    inLanguage: lang,
    author: authorOf(post.author),
    publisher: { '@id': `${origin}/#organization` },
  });
}

type PostAnswer = Pick<Post, 'publishedAt' | 'voteCount' | 'author'> & { id: string; accepted: boolean; text: string };

/** A question of the community with its first answers. */
export function qaPage(origin: string, path: string, post: Post, answers: PostAnswer[], lang: string): Thing {
  const shown = (accepted: boolean) =>
    answers
      .filter((answer) => answer.accepted === accepted)
      .map(({ id, text, publishedAt, voteCount, author }) => ({
        ...({ '@type': 'Answer', text, datePublished: publishedAt, upvoteCount: voteCount } as const),
        ...{ url: `${origin}${path}?answer=${id}#answer-${id}`, author: authorOf(author) },
      }));
  const [acceptedAnswer] = shown(true);
  return filled<Of<QAPage, 'QAPage'>>({
    '@type': 'QAPage',
    url: origin + path,
    inLanguage: lang,
    mainEntity: {
      ...({ '@type': 'Question', name: post.title, text: post.excerpt || post.title } as const),
      ...{ answerCount: post.answerCount, upvoteCount: post.voteCount, datePublished: post.publishedAt },
      author: authorOf(post.author),
      ...(acceptedAnswer && { acceptedAnswer }),
      suggestedAnswer: shown(false),
    },
  });
}

/** Serialises objects for a script element: `<` is escaped so that no text can end the element. */
export function jsonLd(things: Thing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
