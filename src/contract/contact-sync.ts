import { z } from 'zod';
import { ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import {
  CONTACT_FIELDS,
  CONTACT_PROVIDERS,
  DEPARTMENT_RULES,
  MAX_CHOSEN,
  NUMBER_SOURCES,
  SYNC_STATES,
} from './rules/contact-sync.ts';
import { PEOPLE_KINDS } from './rules/people-import.ts';

const Provider = z.enum(CONTACT_PROVIDERS, { error: 'field.invalid' });
const Of = z.object({ provider: Provider });
/** Id of a department at a provider. */
const SourceId = z
  .string({ error: 'field.required' })
  .min(1, { error: 'field.required' })
  .max(200, { error: 'field.tooLong' });
const Chosen = z.object({
  id: SourceId,
  name: z.string().max(200, { error: 'field.tooLong' }),
  rule: z.enum(DEPARTMENT_RULES, { error: 'field.invalid' }).meta({
    description:
      'same: it is the department of the portal, and those below it are made there; below: it is made below that department; flat: everybody in it and below belongs to that department',
  }),
  targetId: Id.nullable().meta({ description: 'department of the portal; null: none, the highest level' }),
});
const Fields = z
  .array(z.enum(CONTACT_FIELDS, { error: 'field.invalid' }))
  .max(CONTACT_FIELDS.length, { error: 'field.tooMany' });
const Setting = z.object({
  provider: Provider,
  appId: z.string().meta({ description: 'corp id of WeCom, client id of DingTalk; empty: not set' }),
  hasSecret: z.boolean(),
  loginAppId: z
    .string()
    .nullable()
    .meta({ description: 'the app with which members sign in: without a secret of its own it is used here, too' }),
  departments: z.array(Chosen.extend({ targetPath: z.string().nullable() })).max(MAX_CHOSEN),
  fields: Fields,
  numberFrom: z.enum(NUMBER_SOURCES),
  keepEdited: z.boolean(),
  disableLeft: z.boolean(),
  nightlyHour: z.number().int().nullable(),
  revision: z.number().int().meta({ description: '0: nothing is saved' }),
});
const Run = z.object({
  id: Id.meta({ description: 'the import of people that the run makes, with its plan, results and undoing' }),
  provider: Provider,
  isNightly: z.boolean(),
  userName: z.string(),
  state: z.enum([...SYNC_STATES, 'applying', 'applied', 'undoing', 'undone']),
  step: z.enum(['departments', 'people']),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'why it has failed, stopped or was not applied, in the language of the user' }),
  departmentCount: z.number().int(),
  peopleCount: z.number().int(),
  pageCount: z.number().int().meta({ description: 'answers of the provider that were read' }),
  retryCount: z
    .number()
    .int()
    .meta({ description: 'times that the provider refused, was not reached or answered nonsense' }),
  retryAt: Instant.nullable().meta({ description: 'when the provider is asked again' }),
  counts: z.record(z.enum(PEOPLE_KINDS), z.number().int()).nullable(),
  gmtCreate: Instant,
});

export const contactSync = define({
  'GET /people/auth/sync/setting/list': {
    summary: 'List how the contacts of WeCom and DingTalk are synchronised, without secrets',
    auth: 'people.write',
    input: Empty,
    data: z.object({ list: z.array(Setting).max(CONTACT_PROVIDERS.length) }),
  },
  'PUT /people/auth/sync/setting/save': {
    summary: 'Save how the contacts of a provider are synchronised',
    auth: 'people.write',
    input: z.object({
      provider: Provider,
      appId: z.string().trim().min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' }),
      secret: z
        .string()
        .trim()
        .max(200, { error: 'field.tooLong' })
        .default('')
        .meta({ description: 'is never returned; empty: the stored one, or that of the sign-in' }),
      departments: z.array(Chosen).max(MAX_CHOSEN, { error: 'field.tooMany' }),
      fields: Fields,
      numberFrom: z.enum(NUMBER_SOURCES, { error: 'field.invalid' }),
      keepEdited: z.boolean(),
      disableLeft: z.boolean().meta({ description: 'nightly runs disable who has left, unless they are many' }),
      nightlyHour: whole(0, 23).nullable().meta({ description: 'in the time zone of the enterprise' }),
      revision: whole(0, 1_000_000_000),
    }),
    data: Setting,
  },
  'POST /people/auth/sync/test': {
    summary: 'Test the access to the contacts of a provider',
    auth: 'people.write',
    input: Of,
    data: z.object({
      access: z
        .enum(['people', 'ids'])
        .meta({ description: 'ids: the app gets no names, and people wait for their first sign-in' }),
    }),
  },
  'POST /people/auth/sync/department/list': {
    summary: 'List the departments of a provider that are directly below one',
    auth: 'people.write',
    input: Of.extend({ parentId: SourceId.nullable().default(null) }),
    data: z.object({
      list: z.array(z.object({ id: z.string(), name: z.string(), hasChildren: z.boolean() })).max(10_000),
    }),
  },
  'POST /people/auth/sync/start': {
    summary:
      'Read the contacts of a provider and compare them with the people of the portal; a job does it, and nothing is changed',
    auth: 'people.write',
    input: Of,
    data: Run,
  },
  'PUT /people/auth/sync/run/confirm': {
    summary: 'Go on with a run that has stopped, because the provider gave many fewer people than the last time',
    auth: 'people.write',
    input: ById,
    data: Run,
  },
  'PUT /people/auth/sync/run/cancel': {
    summary: 'End a run that reads or has stopped',
    auth: 'people.write',
    input: ById,
    data: Run,
  },
  'POST /people/auth/sync/run/page': {
    summary: 'List the runs of synchronisations, the newest first',
    auth: 'people.write',
    input: paged(),
    data: page(Run),
  },
});
