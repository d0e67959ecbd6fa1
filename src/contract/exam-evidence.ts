import { z } from 'zod';
import { Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';
import { AttemptId } from './exam-parts.ts';

const Appeal = z.object({
  reason: z.string(),
  at: Instant,
  /** Null until a marker has decided. `set_aside`: the switch does not count any longer. */
  decision: z.enum(['upheld', 'set_aside']).nullable(),
  note: z.string().nullable(),
  decidedAt: Instant.nullable(),
});

const ExamSwitch = z.object({
  id: Id,
  /** `offline`: the network failed; it never counts. */
  kind: z.enum(['hide', 'leave', 'gap', 'device', 'offline']),
  leftAt: Instant,
  /** Seconds away; null while the candidate is away. */
  dwellSeconds: z.number().nullable(),
  counted: z.boolean(),
  appeal: Appeal.nullable(),
});

/** Switches of an attempt, appeals against them, and the dispute file (decision 056). */
export const examEvidence = define({
  'POST /exam/auth/exam/switch/page': {
    summary: 'List the switches of an attempt, oldest first: for its candidate and for markers',
    auth: 'enterprise',
    input: AttemptId.extend(paged(20).shape),
    data: page(ExamSwitch).extend({
      /** The viewer is the candidate. */
      own: z.boolean(),
    }),
  },
  'POST /exam/auth/user/exam/switch/appeal': {
    summary: 'Appeal against a switch of one’s own attempt, once',
    auth: 'enterprise',
    input: z.object({ switchId: Id, reason: z.string().trim().min(1).max(1000) }),
    data: Appeal,
  },
  'POST /exam/auth/exam/switch/decide': {
    summary: 'Decide an appeal against a switch; one that is set aside does not count any longer',
    auth: 'exams.manage',
    input: z.object({
      switchId: Id,
      decision: z.enum(['upheld', 'set_aside']),
      note: z.string().trim().max(1000).optional(),
    }),
    data: Appeal,
  },
  'GET /exam/auth/exam/evidence/pack': {
    summary:
      'Get the address of the dispute file of a closed attempt: one signed HTML file, for its candidate and for markers',
    auth: 'enterprise',
    input: AttemptId,
    /** The file is sent in a session of the same person only, one at a time. */
    data: z.object({ fileName: z.string(), url: z.string() }),
  },
  'GET /exam/api/evidence/key': {
    summary: 'Get the public key that verifies dispute files of this installation',
    auth: 'public',
    input: z.object({}),
    data: z.object({
      algorithm: z.literal('Ed25519'),
      /** Hexadecimal. */
      publicKey: z.string(),
    }),
  },
});
