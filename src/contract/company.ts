import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { isPlainName, isVisibleName, tidyName } from './rules/names.ts';
import { Phone, SignedIn } from './account.ts';
import { Id } from './common.ts';
import { define } from './define.ts';

/** Sections of GB/T 4754, the national classification of industries. */
export const INDUSTRIES = [
  'agriculture',
  'mining',
  'manufacturing',
  'utilities',
  'construction',
  'trade',
  'transport',
  'hospitality',
  'information',
  'finance',
  'realEstate',
  'business',
  'research',
  'environment',
  'services',
  'education',
  'health',
  'culture',
  'administration',
  'international',
] as const;

/** Number of employees. */
export const SCALES = ['1-49', '50-199', '200-999', '1000-4999', '5000+'] as const;

/** The first steps of an enterprise, in their order (docs/specification.md, section "The first steps of an enterprise"). */
export const GUIDE_STEPS = ['brand', 'people', 'course', 'requirement', 'exam', 'announcement', 'invite'] as const;

export const RegionCode = z
  .string()
  .max(6, { error: 'field.region' })
  .regex(/^\d{6}$/, { error: 'field.region' });

export const Region = z.object({
  code: z.string(),
  name: z.string(),
  hasChildren: z.boolean().meta({ description: 'false: the lowest level, a county or a city without counties' }),
});

/** An enterprise of the current user, with their name and role there. */
export const MyEnterprise = z.object({
  enterpriseId: Id,
  enterpriseName: z.string(),
  key: z.string(),
  userName: z.string(),
  userType: z.number().int(),
  isAdmin: z.boolean(),
  logo: z.string().nullable(),
  current: z.boolean().meta({ description: 'the enterprise of this session' }),
  origin: z.string().nullable().meta({ description: 'URL of the enterprise; null: it has none in this installation' }),
});

/** Optional text of a form: empty means absent. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: 'field.tooLong' })
    .optional()
    .transform((text) => text || null);

export const NewEnterprise = z.object({
  enterpriseName: z
    .string()
    .max(200, { error: 'field.tooLong' })
    .refine((name) => isVisibleName(name) && !/[<>]/.test(name), { error: 'field.enterpriseName' })
    .overwrite(tidyName)
    .min(2, { error: 'field.enterpriseName' })
    .max(60, { error: 'field.tooLong' })
    .refine(isPlainName, { error: 'field.enterpriseNamePlain' }),
  key: z
    .string()
    .trim()
    .max(30, { error: 'field.enterpriseKey' })
    .toLowerCase()
    .meta({ description: 'first label of its host name, e.g. huaxin' }),
  industry: z.enum(INDUSTRIES, { error: 'field.select' }),
  regionCode: RegionCode,
  address: optional(200),
  contactName: z.string().trim().min(1, { error: 'field.required' }).max(30, { error: 'field.tooLong' }),
  contactPhone: z
    .union([z.literal(''), Phone], { error: 'field.phone' })
    .optional()
    .meta({ description: 'default: the user’s own number' }),
  creditCode: optional(18).transform((code) => code?.toUpperCase() ?? null),
  scale: z.enum(SCALES, { error: 'field.select' }).optional(),
  logo: Id.optional().meta({ description: 'id of a picture that the user has uploaded here' }),
});

export const company = define({
  'POST /system/api/region/list': {
    summary:
      'List the regions of China directly below another one, down to counties; without `parentCode` the provinces',
    auth: 'public',
    input: z.object({ parentCode: RegionCode.optional() }),
    data: z.array(Region).max(MAX_ITEMS.regions),
  },
  'GET /user/auth/user/info/enterprise/list': {
    summary: 'List the enterprises of the user',
    auth: 'member',
    input: z.object({}),
    data: z.array(MyEnterprise).max(MAX_ITEMS.enterprises),
  },
  'POST /user/auth/user/info/choose/enterprise': {
    summary: 'Switch to another enterprise: returns a new session here, or a URL that opens one at its host',
    auth: 'member',
    input: z.object({ enterpriseId: Id, agreed: z.boolean().optional() }),
    data: z.object({
      session: SignedIn.nullable(),
      url: z.string().nullable().meta({ description: 'valid once, for 30 seconds, in this browser' }),
    }),
  },
  'POST /user/api/user/info/login/handoff': {
    summary: 'Log in with the code that `choose/enterprise` returned on another host',
    auth: 'public',
    input: z.object({
      code: z
        .string()
        .length(43, { error: 'field.invalid' })
        .regex(/^[\w-]{43}$/, { error: 'field.invalid' }),
      agreed: z.boolean().optional(),
    }),
    data: SignedIn,
  },
  'GET /user/auth/enterprise/guide/view': {
    summary: 'Get which of the first seven steps of an enterprise are done',
    auth: 'admin',
    input: z.object({}),
    data: z.object({
      steps: z.array(z.object({ name: z.enum(GUIDE_STEPS), isDone: z.boolean() })).max(GUIDE_STEPS.length),
      /** It is new: the guide is shown. */
      isNew: z.boolean(),
    }),
  },
  'GET /user/auth/enterprise/info/rules/view': {
    summary: 'Get whether enterprises can be registered, and the pattern of their host names',
    auth: 'member',
    input: z.object({}),
    data: z.object({
      open: z.boolean(),
      hostPattern: z
        .string()
        .nullable()
        .meta({ description: '`{key}` is replaced by the key: `{key}.learn.example.com`' }),
      phone: z.string().nullable().meta({ description: 'the user’s own, masked' }),
    }),
  },
  'POST /user/auth/enterprise/info/add': {
    summary: 'Register an enterprise; the user becomes its administrator',
    auth: 'member',
    input: NewEnterprise,
    data: z.object({ enterpriseId: Id, enterpriseName: z.string(), key: z.string(), origin: z.string() }),
  },
});
