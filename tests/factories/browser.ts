import type { Call, Data, Input } from '#src/contract/calls.ts';
import { callWithCookies, type Envelope } from './portal.ts';

/** A browser at one host: keeps cookies and the session token between calls. */
export function browserAt(host: string, locale: 'zh' | 'en' = 'zh') {
  const jar = new Map<string, string>();
  return {
    host,
    jar,
    token: undefined as string | undefined,
    async call<C extends Call>(name: C, input?: Input<C>): Promise<Envelope<Data<C>>> {
      const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
      const { envelope, setCookies } = await callWithCookies({ host, locale, token: this.token, cookie }, name, input);
      for (const line of setCookies) {
        const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (/max-age=0/i.test(line)) jar.delete(key!);
        else jar.set(key!, value!);
      }
      return envelope;
    },
  };
}

export type TestBrowser = ReturnType<typeof browserAt>;
