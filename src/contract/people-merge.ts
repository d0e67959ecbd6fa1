import { z } from 'zod';
import { Amount, Id, Instant } from './common.ts';
import { define } from './define.ts';
import { MERGE_FIELDS, MERGE_COUNTS } from './rules/merge.ts';

const Pair = z.object({
  userId: Id.meta({ description: 'the record that is kept' }),
  otherId: Id.meta({ description: 'the record that is merged into it' }),
});

const Side = z.object({
  userId: Id,
  userName: z.string(),
  employeeNo: z.string().nullable(),
  phone: z.string().nullable(),
  phoneUnverified: z.boolean(),
  email: z.string().nullable(),
  sex: z.number().int(),
  userType: z.number().int(),
  department: z.string().nullable(),
  post: z.string().nullable(),
  superiorName: z.string().nullable(),
  joinedOn: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  gmtCreate: Instant,
  lastSeenAt: Instant.nullable(),
});

/** Merging two records of one person (docs/specification.md, section "Merging two records"). */
export const peopleMerge = define({
  'POST /people/auth/merge/plan': {
    summary: 'Say what merging a record of a person into another one of the same person changes',
    auth: 'admin',
    input: Pair,
    data: z.object({
      kept: Side,
      other: Side,
      takesPhone: z.boolean().meta({
        description:
          'the phone number of the other record can be taken; not while another enterprise knows either account',
      }),
      counts: z
        .record(z.enum(MERGE_COUNTS), Amount)
        .meta({ description: 'what moves; `shared…`: things that both have, which are counted once' }),
      problem: z
        .enum(['attemptOpen', 'administrator', 'self'])
        .nullable()
        .meta({ description: 'why they cannot be merged now' }),
      plan: z
        .string()
        .meta({ description: 'of these consequences: the merge is refused when they are others meanwhile' }),
    }),
  },
  'POST /people/auth/merge/apply': {
    summary: 'Merge a record of a person into another one; 409 when that changes something else than its plan said',
    auth: 'admin',
    input: Pair.extend({
      plan: z.string().max(100),
      take: z
        .array(z.enum(MERGE_FIELDS))
        .max(MERGE_FIELDS.length)
        .default([])
        .meta({ description: 'fields whose values are those of the other record' }),
    }),
    data: z.null(),
  },
});
