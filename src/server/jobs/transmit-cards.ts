import { writeLog } from '#src/server/core/log.ts';
import type { Composer } from '#src/server/notice/compose-notice.ts';
import type { Claimed, Outcome } from '#src/server/notice/deliver.ts';
import type { AppMessage, AppMessenger } from '#src/server/people/app-message/app-message.ts';
import { ContactError } from '#src/server/people/sync/providers/contact-source.ts';

/** Calls at the same time, far from the limits of the providers. */
const AT_ONCE = 4;

/**
 * Sends notices as cards of an app. Those that say the same, like all of one cause, go out with one call.
 * @param messenger null: the enterprise has no such app any more
 */
export async function transmitCards(
  messenger: AppMessenger | null,
  composer: Composer,
  notices: Claimed[],
): Promise<Outcome[]> {
  if (!messenger) return notices.map(({ noticeId }) => ({ noticeId, outcome: 'off' }));
  const cards = notices.map((notice) => ({ notice, card: composer.card(notice) }));
  const calls = [...Map.groupBy(cards, ({ card }) => JSON.stringify(card)).values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / messenger.most) }, (_, i) => ({
      card: same[0]!.card,
      notices: same.slice(i * messenger.most, (i + 1) * messenger.most).map(({ notice }) => notice),
    })),
  );
  const outcomes: Outcome[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const done = await Promise.all(calls.slice(at, at + AT_ONCE).map((call) => transmitCard(messenger, call)));
    outcomes.push(...done.flat());
  }
  return outcomes;
}

type Call = { card: AppMessage; notices: Claimed[] };

async function transmitCard(messenger: AppMessenger, { card, notices }: Call): Promise<Outcome[]> {
  try {
    const unknown = await messenger.send(
      card,
      notices.map(({ to }) => to),
    );
    return notices.map(({ noticeId, to }) => ({ noticeId, outcome: unknown.has(to) ? 'unknownUser' : 'sent' }));
  } catch (error) {
    if (!(error instanceof ContactError)) throw error;
    // Wrong settings of the app can be corrected while it is tried again.
    const outcome = error.problem === 'Busy' ? 'busy' : 'unreachable';
    writeLog('warn', { msg: 'notices not sent', count: notices.length, problem: error.problem, code: error.code });
    return notices.map(({ noticeId }) => ({ noticeId, outcome, error: `${error.problem} ${error.code}` }));
  }
}
