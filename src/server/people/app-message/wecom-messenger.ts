import { z } from 'zod';
import { settings } from '#src/server/core/settings.ts';
import { callProvider, tokenOf } from '../sync/providers/call-provider.ts';
import { ContactError, type ContactProblem } from '../sync/providers/contact-source.ts';
import { type AppMessenger, cutBytes } from './app-message.ts';

const Token = z.object({
  errcode: z.number().int(),
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
});
const Sent = z.object({
  errcode: z.number().int(),
  invaliduser: z.string().nullish(),
  unlicenseduser: z.string().nullish(),
});
const INVALID_TOKEN = [40014, 42001, 41001];
/** None of the recipients is known. */
const NOBODY = 81013;
const PROBLEMS: Record<number, ContactProblem> = {
  40001: 'Secret',
  40013: 'Secret',
  40056: 'Permission',
  48002: 'Permission',
  60011: 'Permission',
  301002: 'Permission',
  60020: 'Address',
  45009: 'Busy',
  45033: 'Busy',
  [-1]: 'Busy',
};
/** Lengths in bytes. */
const TITLE = 128;
const TEXT = 512;
/** Within this time the provider drops the same message to the same person: one that is sent again after a fault does not arrive twice. */
const DUPLICATE_SECONDS = 14_400;

type App = { corpId: string; agentId: string; secret: string; now: () => Date };

/** Messages of an app of WeCom (developer.work.weixin.qq.com: 发送应用消息), as text cards. */
export function wecomMessenger({ corpId, agentId, secret, now }: App): AppMessenger {
  const api = `${settings().wecom.apiUrl}/cgi-bin`;
  const token = tokenOf(['wecom', corpId, secret], now, async () => {
    const query = new URLSearchParams({ corpid: corpId, corpsecret: secret });
    const answer = await callProvider(`${api}/gettoken?${query}`, null, Token);
    if (answer.errcode !== 0) throw problemOf(answer.errcode);
    if (!answer.access_token) throw new ContactError('Answer', 'access_token');
    return { token: answer.access_token, seconds: answer.expires_in ?? 7200 };
  });
  // A user id is unique in its corporation only.
  const prefix = `${corpId}:`;
  return {
    most: 1_000,
    async send({ title, text, url, button }, subjects) {
      const ids = subjects.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
      if (ids.length === 0) return new Set(subjects);
      const body = {
        ...{ touser: ids.join('|'), msgtype: 'textcard', agentid: Number(agentId) },
        textcard: { title: cutBytes(title, TITLE), description: cutBytes(text, TEXT), url, btntxt: button },
        ...{ enable_duplicate_check: 1, duplicate_check_interval: DUPLICATE_SECONDS },
      };
      const post = async (fresh: boolean) =>
        callProvider(`${api}/message/send?${new URLSearchParams({ access_token: await token(fresh) })}`, body, Sent);
      let answer = await post(false);
      if (INVALID_TOKEN.includes(answer.errcode)) answer = await post(true);
      if (answer.errcode === NOBODY) return new Set(subjects);
      if (answer.errcode !== 0) throw problemOf(answer.errcode);
      const missed = [answer.invaliduser, answer.unlicenseduser].flatMap((list) => list?.split('|') ?? []);
      // The provider writes ids in lower case.
      const unknown = new Set(missed.map((id) => id.toLowerCase()));
      return new Set(
        subjects.filter((each) => !each.startsWith(prefix) || unknown.has(each.slice(prefix.length).toLowerCase())),
      );
    },
  };
}

const problemOf = (errcode: number) => new ContactError(PROBLEMS[errcode] ?? 'Other', errcode);
