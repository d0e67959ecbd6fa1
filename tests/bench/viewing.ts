import { Agent, request } from 'node:http';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import { http } from '../config/http.ts';
import { companionCookie } from '../factories/session.ts';
import { byTheClock, type Outcome } from './open-workload.ts';

type Class = { port: number; host: string; sessionId: string };
/** `received`: milliseconds from the sending of a message to its arrival at one viewer. */
export type Viewers = { received: Outcome[]; streams: number; lost: () => number; close: () => void };

/** When each message of the bench was sent, by its text. */
const sentAt = new Map<string, number>();

/** Opens the event stream of a live class for each token. The streams measure when messages arrive. */
export async function openStreams({ port, host, sessionId }: Class, tokens: readonly string[]): Promise<Viewers> {
  const agent = new Agent({ maxSockets: Infinity });
  const received: Outcome[] = [];
  const open = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { host, cookie: `${TOKEN_COOKIE}=${token}; ${companionCookie(token)}` };
      const call = request(
        { host: '127.0.0.1', port, path: `/live/events/${sessionId}`, agent, headers },
        (response) => {
          if (response.statusCode !== 200) return reject(new Error(`event stream: ${response.statusCode}`));
          response.setEncoding('utf8');
          let text = '';
          const seen = new Set<string>();
          response.on('data', (chunk: string) => {
            text += chunk;
            const end = text.lastIndexOf('\n\n') + 1;
            const now = performance.now();
            for (const [body] of text.slice(0, end).matchAll(/bench message \d+/g)) {
              // A message that is written while the news are read is told again with the next ones.
              if (seen.has(body)) continue;
              seen.add(body);
              received.push({ ms: now - sentAt.get(body)!, status: response.statusCode! });
            }
            text = text.slice(end);
            resolve();
          });
          // Aborted by `close`; messages that did not arrive are counted as lost.
          response.on('error', () => undefined);
        },
      );
      call.on('error', reject);
      call.end();
    });
  for (let n = 0; n < tokens.length; n += 50) await Promise.all(tokens.slice(n, n + 50).map(open));
  return {
    received,
    streams: tokens.length,
    lost: () => tokens.length * sentAt.size - received.length,
    close: () => agent.destroy(),
  };
}

/** Writes `perSecond` messages a second into a class for `seconds`, the tokens in turns. @returns the outcomes of the calls */
export function writeMessages(
  { port, host, sessionId }: Class,
  tokens: readonly string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Outcome[]> {
  return byTheClock(perSecond * seconds, seconds, async (n) => {
    const token = tokens[n % tokens.length]!;
    const body = `bench message ${n}`;
    const begun = performance.now();
    sentAt.set(body, begun);
    const answer = await http(port, host, '/gateway/course/auth/live/message/save', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        cookie: companionCookie(token),
      },
      body: JSON.stringify({ id: sessionId, body }),
    }).catch(() => null);
    return { ms: performance.now() - begun, status: answer?.status ?? 0 };
  });
}
