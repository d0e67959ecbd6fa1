import type { MessageLang, MessageText } from '#src/contract/rules/message.ts';

/** Every queue with the data of its jobs. `migrate` creates the queues; `run-jobs.ts` lists their handlers. */
export type Jobs = {
  'close-exam': { enterpriseId: string; attemptId: string };
  /** A passed exam whose result a further attempt could still replace. */
  'settle-exam': { enterpriseId: string; examId: string; userId: string };
  'regrade-exam': { enterpriseId: string; regradeId: string };
  /** An exam was published, or its audience was changed. */
  'announce-exam': { enterpriseId: string; examId: string };
  'run-rehearsal': { enterpriseId: string; id: string };
  /** A change of several rows of a list. */
  'run-bulk': { enterpriseId: string; id: string };
  'erase-person': { enterpriseId: string; userId: string; actorId: string };
  /** Rules of a requirement were changed. */
  'reconcile-requirements': { enterpriseId: string };
  /** The columns of a file of people were confirmed. */
  'plan-person-import': { enterpriseId: string; id: string; planNumber: number };
  /** An import of people is applied or undone. */
  'run-person-import': { enterpriseId: string; id: string };
  /** The contacts of a provider are read. */
  'run-contact-sync': { enterpriseId: string; id: string };
  'make-export': { enterpriseId: string; exportId: string };
  /** A report that takes too long to wait for. */
  'run-report': { enterpriseId: string; id: string };
  'make-rendition': { enterpriseId: string; fileId: string };
  'make-pdf': { enterpriseId: string; fileId: string };
  /** A course is made from an archive or an outline of the media library. */
  'import-course': { enterpriseId: string; id: string };
  /** All bytes of an upload of the media library have arrived. */
  'finish-upload': { enterpriseId: string; id: string };
  /** `SealedSms` of `send-sms.ts`, encrypted because it contains a code. */
  'send-sms': { sealed: string };
  /** `SealedMail` of `code-mail.ts`, encrypted because it contains a code. */
  'send-code-mail': { sealed: string };
  /** Notices of a member in the period from `since` to `until`, ISO 8601. */
  'send-notice-mail': { enterpriseId: string; userId: string; since: string; until: string };
  /** A live class has ended. */
  'settle-live': { enterpriseId: string; sessionId: string };
  /** A planned live class was moved, cancelled or re-opened, at an instant in ISO 8601. */
  'tell-learners': { enterpriseId: string; sessionId: string; event: 'moved' | 'cancelled' | 'reopened'; at: string };
  /** The items of a course have changed. `restudy`: who had completed it by then studies these items again. */
  'recount-course': { enterpriseId: string; courseId: string; restudy?: { items: string[]; at: string } };
  /** Those who have not confirmed or seen an announcement. */
  'remind-readers': { enterpriseId: string; announcementId: string; at: string };
  /** Notices wait on other channels than the portal. */
  'deliver-notices': { enterpriseId: string };
  /** The text of a message with its example, to its editor. */
  'send-test-message': {
    enterpriseId: string;
    userId: string;
    kind: string;
    lang: MessageLang;
    origin: string;
    text: MessageText;
  };
  /** Messages about requirements wait, and somebody for them. */
  'send-requirement-messages': { enterpriseId: string };
  /** The message with the link of an invitation; `sealed` contains its token. */
  'send-invitation': { enterpriseId: string; userId: string; sealed: string };
};

/** Retry and retention options of each queue. */
export const QUEUES = {
  'close-exam': { retryLimit: 5, retryDelay: 10, retryBackoff: true },
  'settle-exam': { retryLimit: 5, retryDelay: 10, retryBackoff: true },
  // A job ends after 20 s and sends the next one: one that takes longer was killed.
  'regrade-exam': { retryLimit: 20, retryDelay: 2, expireInSeconds: 60 },
  'erase-person': { retryLimit: 20, retryDelay: 30, expireInSeconds: 600 },
  'run-bulk': { retryLimit: 20, retryDelay: 2, expireInSeconds: 60 },
  'reconcile-requirements': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 600 },
  'run-person-import': { retryLimit: 20, retryDelay: 2, expireInSeconds: 60 },
  // It ends after 20 s, too, unless the provider is slow; a sweep finds one whose process was killed.
  'run-contact-sync': { retryLimit: 5, retryDelay: 5, expireInSeconds: 300 },
  // A table of 200,000 people takes a minute or two; the user can ask again.
  'plan-person-import': { retryLimit: 2, retryDelay: 2, expireInSeconds: 300 },
  'announce-exam': { retryLimit: 5, retryDelay: 10, retryBackoff: true, expireInSeconds: 600 },
  // It runs once: the next one is asked for by a person. It ends by itself within two hours.
  'run-rehearsal': { retryLimit: 0, expireInSeconds: 7_200 },
  // An error of the export itself is stored in its record; the job fails only when the record cannot be written.
  'remind-readers': { retryLimit: 5, retryDelay: 10, retryBackoff: true, expireInSeconds: 600 },
  'make-export': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 300 },
  // The same; its statements end after 4 minutes.
  'run-report': { retryLimit: 2, retryDelay: 5, expireInSeconds: 300 },
  // Nobody waits for it. The row counts the attempts; a day is more than any conversion takes.
  'make-rendition': { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 86_400 },
  // The same; LibreOffice has a few minutes.
  'make-pdf': { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 1_800 },
  // The same as the following one.
  'import-course': { retryLimit: 20, retryDelay: 10, retryBackoff: true, expireInSeconds: 3_600 },
  // Somebody waits for it. A sweep sends it again when its process was killed; storage may be full for a while.
  'finish-upload': { retryLimit: 20, retryDelay: 10, retryBackoff: true, expireInSeconds: 10_800 },
  // A user waits for the message: three attempts within half a minute. It contains a code, so the job is deleted soon
  // after.
  'send-sms': { retryLimit: 2, retryDelay: 5, expireInSeconds: 60, retentionSeconds: 600, deleteAfterSeconds: 60 },
  'send-code-mail': {
    retryLimit: 2,
    retryDelay: 5,
    expireInSeconds: 60,
    retentionSeconds: 600,
    deleteAfterSeconds: 60,
  },
  // Nobody waits for it: a mail server that is away for hours loses nothing.
  'send-notice-mail': { retryLimit: 8, retryDelay: 60, retryBackoff: true, expireInSeconds: 60 },
  // The segments of a long class are copied.
  'settle-live': { retryLimit: 5, retryDelay: 30, retryBackoff: true, expireInSeconds: 1_800 },
  'tell-learners': { retryLimit: 5, retryDelay: 10, retryBackoff: true, expireInSeconds: 600 },
  'recount-course': { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds: 1_800 },
  // A sweep does the same half a minute later.
  'deliver-notices': { retryLimit: 0, expireInSeconds: 3_600 },
  // The editor waits for it, and can send another one.
  'send-test-message': { retryLimit: 2, retryDelay: 5, expireInSeconds: 60 },
  // A sweep does the same half a minute later.
  'send-requirement-messages': { retryLimit: 0, expireInSeconds: 600 },
  // It contains a token, so the job is deleted soon after. The manager sees why it failed, and can send another one.
  'send-invitation': {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 600,
  },
} as const satisfies Record<keyof Jobs, object>;
