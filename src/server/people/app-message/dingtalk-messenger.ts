import { z } from 'zod';
import { settings } from '#src/server/core/settings.ts';
import { anId, callProvider, optionalText, tokenOf } from '../sync/providers/call-provider.ts';
import { ContactError, type ContactProblem } from '../sync/providers/contact-source.ts';
import { type AppMessenger, cutBytes } from './app-message.ts';

const Answer = z.object({
  errcode: z.number().int(),
  sub_code: optionalText,
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
  result: z.unknown().optional(),
});
const User = z.object({ userid: anId });
const INVALID_TOKEN = ['40014', '42001', '40001'];
/** The person is not in the organisation. */
const UNKNOWN = ['60121', '33012'];
/** By `errcode`, or by `sub_code` where that is 88, the code of the gateway. */
const PROBLEMS: Record<string, ContactProblem> = {
  40089: 'Secret',
  40096: 'Secret',
  60020: 'Address',
  60011: 'Permission',
  50002: 'Permission',
  50004: 'Permission',
  // Limits of calls, of recipients a minute, and of messages a day.
  ...Object.fromEntries(
    ['88', '90002', '90005', '90006', '90018', '143103', '143104', '143105', '-1'].map((code) => [
      code,
      'Busy' as const,
    ]),
  ),
};
/** Characters of the title; bytes of the text. */
const TITLE = 100;
const TEXT = 1_000;
/** People who are looked up at the same time, far from the limit of 20 calls a second. */
const AT_ONCE = 4;
/** User ids by app and union id, which never change. */
const userIds = new Map<string, string>();
const MAX_USER_IDS = 100_000;

type App = { clientId: string; agentId: string; secret: string; now: () => Date };

/**
 * Work notices of DingTalk (open.dingtalk.com: 工作通知, `asyncsend_v2`), as cards. The same content reaches a person once a day: one that is
 * sent again after a fault does not arrive twice.
 */
export function dingtalkMessenger({ clientId, agentId, secret, now }: App): AppMessenger {
  const api = settings().dingtalk.topUrl;
  const token = tokenOf(['dingtalk', clientId, secret], now, async () => {
    const query = new URLSearchParams({ appkey: clientId, appsecret: secret });
    const answer = await callProvider(`${api}/gettoken?${query}`, null, Answer);
    if (answer.errcode !== 0) throw problemOf(answer);
    if (!answer.access_token) throw new ContactError('Answer', 'access_token');
    return { token: answer.access_token, seconds: answer.expires_in ?? 7200 };
  });

  async function call(path: string, body: object) {
    const post = async (fresh: boolean) =>
      callProvider(`${api}/topapi/${path}?${new URLSearchParams({ access_token: await token(fresh) })}`, body, Answer);
    const answer = await post(false);
    return INVALID_TOKEN.includes(codeOf(answer)) ? post(true) : answer;
  }

  async function userIdOf(unionid: string): Promise<string | null> {
    const key = `${clientId}\n${unionid}`;
    const kept = userIds.get(key);
    if (kept) return kept;
    const answer = await call('user/getbyunionid', { unionid });
    if (UNKNOWN.includes(codeOf(answer))) return null;
    if (answer.errcode !== 0) throw problemOf(answer);
    const found = User.safeParse(answer.result);
    if (!found.success) throw new ContactError('Answer', 'userid');
    if (userIds.size >= MAX_USER_IDS) userIds.clear();
    userIds.set(key, found.data.userid);
    return found.data.userid;
  }

  return {
    most: 100,
    async send({ title, text, url, button }, subjects) {
      const found: { subject: string; userId: string | null }[] = [];
      for (let at = 0; at < subjects.length; at += AT_ONCE)
        found.push(
          ...(await Promise.all(
            subjects.slice(at, at + AT_ONCE).map(async (subject) => ({ subject, userId: await userIdOf(subject) })),
          )),
        );
      const ids = found.flatMap(({ userId }) => userId ?? []);
      const unknown = new Set(found.filter(({ userId }) => userId === null).map(({ subject }) => subject));
      if (ids.length === 0) return unknown;
      const answer = await call('message/corpconversation/asyncsend_v2', {
        ...{ agent_id: Number(agentId), userid_list: ids.join(',') },
        msg: {
          msgtype: 'action_card',
          action_card: {
            ...{ title: title.slice(0, TITLE), markdown: cutBytes(plain(text), TEXT) },
            ...{ single_title: button, single_url: url },
          },
        },
      });
      if (answer.errcode !== 0) throw problemOf(answer);
      return unknown;
    },
  };
}

/** Titles are no Markdown. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+!>|~-]/g, '\\$&');

const codeOf = ({ errcode, sub_code }: z.output<typeof Answer>) =>
  errcode === 88 && sub_code ? sub_code : String(errcode);
const problemOf = (answer: z.output<typeof Answer>) =>
  new ContactError(PROBLEMS[codeOf(answer)] ?? 'Other', codeOf(answer));
