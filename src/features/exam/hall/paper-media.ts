import { useEffect, useState } from 'react';
import type { PaperItem } from './answer.ts';

/** A file in the rendered text of a question. */
export type Medium = { kind: 'img' | 'audio'; src: string; alt: string };

const TAG = /<(img|audio)\b[^>]*>/g;
const RETRY_MS = 10_000;

const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns the pictures and sounds of a rendered text, in order. */
export function mediaOf(html: string | undefined): Medium[] {
  return [...(html ?? '').matchAll(TAG)].map(([tag, kind]) => ({
    kind: kind as Medium['kind'],
    src: attribute(tag, 'src'),
    alt: attribute(tag, 'alt'),
  }));
}

/** Returns the addresses of all files of a paper, in all languages. */
export function paperFiles(questions: Pick<PaperItem, 'html' | 'other'>[]): string[] {
  const texts = questions
    .flatMap(({ html, other }) => [html, other?.html])
    .flatMap((html) => (html ? [html.stem, ...Object.values(html.options ?? {})] : []));
  return [...new Set(texts.flatMap(mediaOf).map(({ src }) => src))];
}

/** Returns a rendered text in which files that were loaded have their address in this window. */
export function withLoaded(html: string, loaded: ReadonlyMap<string, string>): string {
  if (loaded.size === 0) return html;
  return html.replace(TAG, (tag) => {
    const src = attribute(tag, 'src');
    const own = loaded.get(src);
    return own === undefined ? tag : tag.replace(/ src="[^"]*"/, ` src="${own}"`);
  });
}

/**
 * Loads the pictures and sounds of a paper when the exam screen is opened, one after the other: then they are there also
 * without a network, and after their signed addresses have expired.
 * @returns addresses in this window by address on the server; empty until all are loaded, or the first pass is over
 */
export function usePaperMedia(questions: Pick<PaperItem, 'html' | 'other'>[]): ReadonlyMap<string, string> {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, string>>(() => new Map());
  useEffect(() => {
    const own = new Map<string, string>();
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (files: string[]) => {
      const missing: string[] = [];
      for (const file of files) {
        try {
          const answer = await fetch(file, { signal: stop.signal });
          if (answer.ok) own.set(file, URL.createObjectURL(await answer.blob()));
        } catch {
          // The network is down: later.
          missing.push(file);
        }
        if (stop.signal.aborted) return;
      }
      if (files.length > missing.length) setLoaded(new Map(own));
      if (missing.length > 0) timer = setTimeout(() => void load(missing), RETRY_MS);
    };
    void load(paperFiles(questions));
    return () => {
      stop.abort();
      clearTimeout(timer);
      for (const url of own.values()) URL.revokeObjectURL(url);
    };
  }, [questions]);
  return loaded;
}
