import { http } from '../config/http.ts';
import { weighPage } from '../config/page-weight.ts';
import type { Caller } from '../factories/portal.ts';
import { callRemote } from '../factories/remote.ts';

const HOST = 'huaxin.localhost';
const KB = (bytes: number) => (bytes / 1024).toFixed(1);

/** Returns the JavaScript of the main pages in KB, brotli-compressed, as sent by the server. */
export async function pageWeights(port: number, me: Caller & { cookie: string }) {
  const cookie = { cookie: me.cookie };
  const get = async (path: string) => (await http(port, HOST, path)).text;
  const course = /href="\/knowledge\/course\/([^"]+)"/.exec(await get('/knowledge'))?.[1];
  const exams = await callRemote(port, me, 'POST /exam/auth/user/exam/task/record/page', { scope: 'all' });
  const start = await callRemote(port, me, 'POST /exam/auth/user/exam/start', { id: exams.data.list[0]!.id });
  const pages: [page: string, path: string, headers?: Record<string, string>][] = [
    ['landing page', '/'],
    ['list of courses', '/knowledge'],
    ['course', `/knowledge/course/${course}`],
    ['lecturers', '/lecturer'],
    ['announcements', '/info'],
    ['login', '/login'],
    ['/home', '/home', cookie],
    ['study room', `/watch/course?id=${course}`, cookie],
    ['exam hall', `/account/exam/${start.data.attemptId}`, cookie],
    ['/account', '/account', cookie],
  ];
  const rows: Record<string, string | number>[] = [];
  for (const [page, path, headers] of pages) {
    const answer = await http(port, HOST, path, { headers });
    const { before, all } = await weighPage(answer.text, get);
    rows.push({ page, status: answer.status, 'before interaction': KB(before), 'in all': KB(all) });
  }
  return rows;
}
