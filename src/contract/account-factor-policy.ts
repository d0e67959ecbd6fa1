import { z } from 'zod';
import { FACTOR_SCOPES } from './rules/factor-policy.ts';
import { Empty, Instant } from './common.ts';
import { define } from './define.ts';

const Policy = z.object({
  scope: z.enum(FACTOR_SCOPES),
  from: Instant.nullable().meta({ description: 'from when on; null: at once' }),
  trustsProviders: z
    .boolean()
    .meta({ description: 'a sign-in through an identity provider counts as one with a second factor' }),
});

const Numbers = z.object({
  people: z.number().int(),
  without: z.number().int().meta({ description: 'those whose account has neither authenticator app nor passkey' }),
});

/** The second factor that an enterprise requires (docs/specification.md, section "Required second factor"). */
export const accountFactorPolicy = define({
  'GET /user/auth/enterprise/factor/policy/view': {
    summary: 'Get of whom the enterprise requires a second factor, and how many have none',
    auth: 'admin',
    input: Empty,
    data: Policy.extend({ admin: Numbers, all: Numbers }),
  },
  'PUT /user/auth/enterprise/factor/policy/save': {
    summary: 'Set of whom the enterprise requires a second factor, and from which day on in its time zone',
    auth: 'admin',
    proof: true,
    input: Policy.extend({ from: z.iso.date({ error: 'field.date' }).max(10, { error: 'field.date' }).nullable() }),
    data: Policy,
  },
});
