/* Kinds of notices, their groups, and the channels that bring them to members (docs/specification.md, section "Announcements and notices"). */

/** What a notice reports. Each has a text in both languages (`notice.json`). */
export const NOTICE_KINDS = [
  'answered',
  'accepted',
  'commented',
  'mentioned',
  'invited',
  'moderated',
  'appealDecided',
  'digest',
  'examPublished',
  'examMarked',
  'examRegraded',
  'examRegradedPass',
  'examRegradedFail',
  'certificate',
  'certificateExpiring',
  'requestDecided',
  'approvalWaiting',
  'trainingSeat',
  'trainingChanged',
  'trainingCancelled',
  'trainingReopened',
  'trainingReminder',
  'live',
  'evaluationWaiting',
  'evaluationDone',
  'task',
  'coaching',
  'appealMade',
  'appealReversed',
  'markAppealMade',
  'markAppealAnswered',
  'examVoided',
  'examInvigilator',
  'examReopened',
  'switchAppealMade',
  'switchAppealDecided',
  'requirementDue',
  'requirementOverdue',
  'requirementDigest',
  'requirementTest',
  'announcement',
  'seatsEnding',
  'factorReset',
  'export',
  'import',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Groups of kinds, for which members choose channels, in the order of the settings. */
export const NOTICE_GROUPS = [
  'assigned',
  'due',
  'overdue',
  'marked',
  'resultChanged',
  'appeal',
  'certificate',
  'expiring',
  'announcement',
  'session',
  'live',
  'coaching',
  'approval',
  'reply',
  'mention',
  'moderation',
  'export',
  'import',
  'account',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** What the link of an e-mail turns off: a group, or the digest, which members choose by itself. */
export const UNSUBSCRIBE_GROUPS = [...NOTICE_GROUPS, 'digest'] as const;
export type UnsubscribeGroup = (typeof UNSUBSCRIBE_GROUPS)[number];

/** The group of each kind; of tasks, of each event. Null: the portal only, because the digest has an e-mail of its own. */
const GROUP_OF: Record<NoticeKind, NoticeGroup | Record<string, NoticeGroup> | null> = {
  answered: 'reply',
  accepted: 'reply',
  commented: 'reply',
  mentioned: 'mention',
  invited: 'mention',
  moderated: 'moderation',
  appealDecided: 'appeal',
  digest: null,
  examPublished: 'assigned',
  examMarked: 'marked',
  examRegraded: 'resultChanged',
  examRegradedPass: 'resultChanged',
  examRegradedFail: 'resultChanged',
  certificate: 'certificate',
  certificateExpiring: 'expiring',
  requestDecided: 'approval',
  approvalWaiting: 'approval',
  trainingSeat: 'session',
  trainingChanged: 'session',
  trainingCancelled: 'session',
  trainingReopened: 'session',
  trainingReminder: 'session',
  live: 'live',
  evaluationWaiting: 'assigned',
  evaluationDone: 'marked',
  task: { assigned: 'assigned', due: 'due', overdue: 'overdue', late: 'overdue', ended: 'overdue' },
  coaching: 'coaching',
  appealMade: 'appeal',
  appealReversed: 'appeal',
  markAppealMade: 'appeal',
  markAppealAnswered: 'appeal',
  examVoided: 'resultChanged',
  examInvigilator: 'assigned',
  examReopened: 'resultChanged',
  switchAppealMade: 'appeal',
  switchAppealDecided: 'appeal',
  requirementDue: 'due',
  requirementOverdue: 'overdue',
  requirementDigest: 'overdue',
  requirementTest: 'due',
  announcement: 'announcement',
  seatsEnding: 'expiring',
  factorReset: 'account',
  export: 'export',
  import: 'import',
};

/** The group of a notice; null: it is in the portal only. */
export function noticeGroup({ kind, detail }: { kind: NoticeKind; detail: Record<string, unknown> }) {
  const group = GROUP_OF[kind];
  return group !== null && typeof group === 'object' ? group[String(detail.event)]! : group;
}

/** Channels besides the portal, in which every notice is. */
/** `wecom`, `dingtalk`: messages of the app with which the enterprise signs in. */
export const NOTICE_CHANNELS = ['mail', 'sms', 'wecom', 'dingtalk'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const APP_CHANNELS = ['wecom', 'dingtalk'] as const satisfies readonly NoticeChannel[];
export type AppChannel = (typeof APP_CHANNELS)[number];
export const isAppChannel = (channel: NoticeChannel): channel is AppChannel =>
  channel === 'wecom' || channel === 'dingtalk';

/** Name of the choice whether notices of a group come on a channel, e.g. `mail_due`. */
export type NoticeChoice = `${NoticeChannel}_${NoticeGroup}`;
export const choiceName = (channel: NoticeChannel, group: NoticeGroup): NoticeChoice => `${channel}_${group}`;
export const NOTICE_CHOICES: readonly NoticeChoice[] = NOTICE_CHANNELS.flatMap((channel) =>
  NOTICE_GROUPS.map((group) => choiceName(channel, group)),
);

/** Whether a channel can bring notices to a member: it is not set up, the member has no confirmed address on it,
 * mail servers refuse the address, or it can. */
export const CHANNEL_STATES = ['off', 'unconfirmed', 'failing', 'ready'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** What became of a notice on a channel. `sending` was handed over, and no answer has come. */
export const NOTICE_DELIVERY_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;
export type NoticeDeliveryState = (typeof NOTICE_DELIVERY_STATES)[number];

/**
 * Why it was skipped or failed. `bounced`: the mail server of the reader returned it later (decision 120); `read`: the member had read the notice before; `addressFails`: mail servers refuse
 * the address; `unknownUser`: the provider does not know the member, or they do not see the app; `off`: the enterprise has no such app; `gone`: they cannot sign in any more; `late`: the channel did not work
 * for days; `interrupted`: the
 * process ended before it had an answer.
 */
export const NOTICE_DELIVERY_REASONS = [
  ...(['read', 'notWanted', 'noAddress', 'addressFails', 'unknownUser', 'off', 'gone', 'late'] as const),
  ...(['refused', 'bounced', 'unreachable', 'interrupted'] as const),
] as const;
export type NoticeDeliveryReason = (typeof NOTICE_DELIVERY_REASONS)[number];

/** Days for which it is kept what became of notices. */
export const NOTICE_DELIVERY_DAYS = 400;

/** Where members choose what they get. */
export const NOTICE_SETTINGS_PATH = '/account?change=4&settingType=5';

/** Where the link of an e-mail turns e-mails of its group off, without signing in. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Hours of the clock, from 0 to 23; the same twice: none are quiet. */
export type QuietHours = { from: number; until: number };

/** Whether an hour of the clock is quiet. */
export const isQuiet = (hour: number, { from, until }: QuietHours): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

/** Whether several quiet hours leave any hour of a day. */
export const leavesHours = (quiet: readonly QuietHours[]): boolean =>
  Array.from({ length: 24 }, (_, hour) => hour).some((hour) => quiet.every((each) => !isQuiet(hour, each)));
