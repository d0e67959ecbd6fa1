import { type ClientRequest, request } from 'node:http';
import type { Data } from '#src/contract/calls.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import type { Caller } from './portal.ts';
import { companionCookie } from './session.ts';

export type LiveNews = {
  messages: Data<'POST /course/auth/live/message/save'>[];
  state: Data<'GET /course/auth/live/view'>['state'];
};

/** Delay before connecting again, milliseconds. */
const RETRY_MS = 200;

/**
 * Follows the events of a class of a portal in another process, as a browser does: connects again when the line breaks, and
 * resumes after the last event.
 * @returns a function that ends it
 */
export function followClass(
  port: number,
  { host, token, cookie = `${TOKEN_COOKIE}=${token}; ${companionCookie(token!)}` }: Caller,
  sessionId: string,
  onNews: (news: LiveNews) => void,
): () => void {
  let last: string | undefined;
  let call: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let open = true;
  const connect = () => {
    let text = '';
    call = request(
      {
        host: '127.0.0.1',
        port,
        path: `/live/events/${sessionId}`,
        agent: false,
        headers: { host, cookie, ...(last === undefined ? {} : { 'last-event-id': last }) },
      },
      (answer) => {
        answer.setEncoding('utf8');
        answer.on('error', () => call?.destroy());
        answer.on('data', (part: string) => {
          text += part;
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const event = text.slice(0, end);
            text = text.slice(end + 2);
            const data = /^data: (.*)$/m.exec(event)?.[1];
            if (!data) continue;
            last = /^id: (.*)$/m.exec(event)![1]!;
            onNews(JSON.parse(data) as LiveNews);
          }
        });
      },
    );
    // A broken line is expected here; `close` follows.
    call.on('error', () => undefined);
    call.on('close', () => {
      if (open) timer = setTimeout(connect, RETRY_MS);
    });
    call.end();
  };
  connect();
  return () => {
    open = false;
    clearTimeout(timer);
    call?.destroy();
  };
}
