import { href } from '#src/i18n/locale.ts';

/** Returns where the page of a result leads without an id: to the same of the attempt submitted last, otherwise to the exams. */
export async function lastResultPath(
  { api, locale }: Pick<App.Locals, 'api' | 'locale'>,
  page: string,
): Promise<string> {
  const last = await api('GET /exam/auth/user/exam/attempt/last/view');
  return href(locale, last ? `/account/exam/${page}?id=${last.attemptId}` : '/test');
}
