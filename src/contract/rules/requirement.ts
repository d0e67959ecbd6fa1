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
