/* Values of requirements that browser and server share (docs/specification.md, section "Requirements"). */

/** What fulfils a requirement. */
export const SUBJECT_KINDS = ['course', 'project', 'exam', 'certificate'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** From what the days of a requirement are counted. */
export const DUE_FROM = ['joined', 'assigned'] as const;
export type DueFrom = (typeof DUE_FROM)[number];

export const REQUIREMENT_PHASES = ['draft', 'published', 'withdrawn'] as const;
export type RequirementPhase = (typeof REQUIREMENT_PHASES)[number];

/** Where a person is with a requirement: `dueSoon` is fulfilled, but may be renewed already. */
export const REQUIREMENT_STATES = ['overdue', 'due', 'inProgress', 'dueSoon', 'fulfilled', 'exempt'] as const;
export type RequirementState = (typeof REQUIREMENT_STATES)[number];

/** Why somebody has a requirement. */
export const OPEN_REASONS = ['rule', 'listed', 'joined', 'transfer', 'organisation'] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];

/** Why somebody does not have it any more. */
export const CLOSE_REASONS = ['rule', 'exception', 'left', 'transfer', 'organisation', 'withdrawn'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** When people are reminded of a requirement, unless it says something else. */
export const REMINDERS = { before: [30, 7], onDay: true, weekly: true, toSuperior: true };

/** `scheduled`: by the schedule of a requirement; `digest`: to a superior; `manual`: sent by a manager; `test`: to its sender. */
export const MESSAGE_KINDS = ['scheduled', 'digest', 'manual', 'test'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const CHANNELS = ['notice', 'mail', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What became of a message on one channel. `sending` was handed over, and no answer has come. */
export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why it was skipped or failed. `gone`: the person was disabled, or does not have the requirement any more; `moved`: it has another
 * due date now; `interrupted`: the process ended before it had an answer; `bounced`: the mail server of the reader returned the e-mail later.
 */
export const DELIVERY_REASONS = [
  ...(['notWanted', 'noAddress', 'fulfilled', 'exempt', 'gone', 'moved'] as const),
  ...(['refused', 'bounced', 'unreachable', 'interrupted'] as const),
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** Messages are kept for this time. */
export const MESSAGE_DAYS = 400;
