import type { QuestionHtml } from './tables.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';

const SOURCE = / src="\/media\/([0-9a-f-]{36})"/g;

/** Gives the files in the rendered texts of a question addresses that work for a few hours. */
export function signMedia<T extends QuestionHtml | undefined>(html: T, enterpriseId: string, now: Date): T {
  const sign = (text: string) =>
    text.replace(SOURCE, (_, id: string) => ` src="${memberFileUrl(enterpriseId, id, now).replaceAll('&', '&amp;')}"`);
  if (!html) return html;
  return Object.fromEntries(
    Object.entries(html)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        typeof value === 'string'
          ? sign(value)
          : Object.fromEntries(Object.entries(value).map(([option, text]) => [option, sign(text)])),
      ]),
  ) as T;
}
