import {
  type MessageLang,
  type MessageText,
  MESSAGE_CHANNELS,
  MESSAGE_LANGS,
  type Placeholder,
  placeholdersIn,
} from '#src/contract/rules/message.ts';
import { rawText } from '#src/i18n/server.ts';

/** A message of the portal whose texts an enterprise may replace. */
export type Template = {
  /** Of a notice, the key of its text. */
  kind: string;
  channel: (typeof MESSAGE_CHANNELS)[number];
  hasSubject: boolean;
  placeholders: Placeholder[];
};

/** Texts of the portal, by paragraph: a key of the locale files, a placeholder, or both. */
type Source = {
  subject?: string;
  body: (string | [key: string, placeholder: string])[];
  links?: string[];
  lists?: string[];
  required?: string[];
};

const kinds = (part: string, ...names: string[]) => names.map((name) => ['notice', [part, name].join('.')].join(':'));
const NOTICES = [
  ...kinds('kind', 'answered', 'accepted', 'commented', 'mentioned', 'invited', 'digest'),
  ...kinds('moderated', 'hide', 'restore', 'lock', 'unlock', 'move', 'warn'),
  ...kinds('appealDecided', '1', '0'),
  ...kinds('kind', 'examPublished', 'examMarked', 'examRegraded', 'examRegradedPass', 'examRegradedFail'),
  ...kinds('kind', 'examVoided', 'examInvigilator', 'examReopened', 'switchAppealMade', 'switchAppealDecided'),
  ...kinds('kind', 'markAppealMade', 'markAppealAnswered', 'appealMade', 'appealReversed'),
  ...kinds('certificate', 'issued', 'revoked', 'renewed', 'corrected'),
  ...kinds('kind', 'certificateExpiring'),
  ...kinds('requestDecided', 'approved', 'rejected'),
  ...kinds('kind', 'approvalWaiting'),
  ...kinds('kind', 'trainingSeat', 'trainingChanged', 'trainingCancelled', 'trainingReopened', 'trainingReminder'),
  ...kinds('live', 'soon', 'moved', 'cancelled', 'reopened', 'recording'),
  ...kinds('kind', 'evaluationWaiting', 'evaluationDone'),
  ...kinds('task', 'assigned', 'due', 'overdue', 'late', 'ended'),
  ...kinds('coaching', 'proposed', 'agreed', 'declined', 'cancelled', 'confirmed', 'goalAdded', 'goalOpen'),
  ...kinds('coaching', 'goalInProgress', 'goalReached', 'goalDropped', 'completed', 'mentorNamed'),
  ...kinds(
    'kind',
    'requirementDue',
    'requirementOverdue',
    'requirementDigest',
    'requirementTest',
    'announcement',
    'seatsEnding',
  ),
  ...kinds('export', 'ready', 'failed'),
  ...kinds('import', 'planned', 'unreadable', 'done', 'partly', 'undone', 'courseDone', 'courseFailed'),
  ...kinds('import', 'questionsDone', 'syncFailed', 'syncWaits'),
];

const codeMail = (purpose: string): Source => ({
  subject: 'account:mail.subject',
  body: [`account:mail.${purpose}`, '{{code}}', 'account:mail.validity'],
  required: ['code'],
});
const sms = (key: string, ...required: string[]): Source => ({ body: [key], required: ['sign', ...required] });

const SOURCES: Record<string, Source> = {
  ...Object.fromEntries(NOTICES.map((key) => [key, { body: [key] }])),
  'mail.invitation': {
    subject: 'account:invitation.subject',
    body: ['account:invitation.mail', ['account:invitation.mailLink', '{{link}}'], 'account:invitation.mailValidity'],
    ...{ links: ['link'], required: ['link'] },
  },
  'mail.notices': {
    subject: 'notice:mail.subject',
    body: ['{{notices}}', ['notice:mail.settings', '{{settings}}']],
    ...{ lists: ['notices'], links: ['settings'], required: ['notices', 'settings'] },
  },
  'mail.reminder': {
    subject: 'notice:reminder.subject',
    body: ['{{text}} {{link}}', ['notice:mail.settings', '{{settings}}']],
    ...{ links: ['link', 'settings'], required: ['text', 'link', 'settings'] },
  },
  'mail.requirements': {
    subject: 'notice:reminder.subject',
    body: ['{{items}}', ['notice:mail.settings', '{{settings}}']],
    ...{ lists: ['items'], links: ['settings'], required: ['items', 'settings'] },
  },
  'mail.report': {
    subject: 'reports:mail.subject',
    body: ['reports:mail.intro', '{{table}}', 'reports:mail.rows', ['reports:mail.open', '{{link}}']],
    ...{ lists: ['table'], links: ['link'], required: ['link'] },
  },
  ...Object.fromEntries(['login', 'reset', 'email', 'confirm'].map((name) => [`mail.code.${name}`, codeMail(name)])),
  'sms.invitation': sms('account:invitation.sms', 'url'),
  'sms.reminder': sms('notice:reminder.sms', 'url'),
  ...Object.fromEntries(
    ['login', 'reset', 'phone', 'confirm'].map((name) => [`sms.code.${name}`, sms(`account:sms.${name}`, 'code')]),
  ),
};

/** Texts of the portal with their placeholders. @param count selects the form of its plural; without it the general one */
export function builtInText(kind: string, lang: MessageLang, count?: number): MessageText {
  const { subject, body } = SOURCES[kind]!;
  const textOf = (part: string) => (part.includes(':') ? rawText(lang, part, count) : part);
  return {
    subject: subject === undefined ? null : rawText(lang, subject, count),
    body: body.map((parts) => [parts].flat().map(textOf).join(' ')).join('\n\n'),
  };
}

/** All messages by kind, in the order in which they are listed. */
let templates: Map<string, Template> | undefined;
export function allTemplates(): Map<string, Template> {
  templates ??= new Map(Object.keys(SOURCES).map((kind) => [kind, templateOf(kind)]));
  return templates;
}

/** What may stand in a message is what stands in the texts of the portal, of either language. */
function templateOf(kind: string): Template {
  const { subject, links = [], lists = [], required = [] } = SOURCES[kind]!;
  const channel = MESSAGE_CHANNELS.find((each) => kind.startsWith(each))!;
  const texts = MESSAGE_LANGS.map((lang) => builtInText(kind, lang));
  const names = placeholdersIn(texts.flatMap((text) => [text.subject ?? '', text.body]).join(' '));
  return {
    kind,
    channel,
    hasSubject: subject !== undefined,
    placeholders: names.map((name) => {
      const isPlain = !links.includes(name) && !lists.includes(name);
      return {
        name,
        kind: isPlain ? 'text' : links.includes(name) ? 'link' : 'list',
        isRequired: required.includes(name),
        // Lock screens show subjects.
        inSubject: isPlain && name !== 'code',
      };
    }),
  };
}
