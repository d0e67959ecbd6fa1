import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Empty, Id, whole } from './common.ts';
import { CourseCard } from './course.ts';
import { define } from './define.ts';
import { LecturerCard } from './lecturer.ts';

/** A zone of the landing page. `id` is null for a default zone, shown if the enterprise has configured none. */
export const Zone = z.object({
  id: Id.nullable(),
  code: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** 1 selected courses, 2 newest, 3 most studied, 4 best rated, 5 of one category; 6 lecturers, 7 projects. */
  relationType: z.number().int(),
  categoryId: Id.nullable(),
});

/** A learning project in a zone. */
export const ZoneProject = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  cover: z.string().nullable(),
  /** Published courses in it, and their class hours. */
  courseCount: z.number().int(),
  classHours: Amount,
});

const Logo = z.object({
  name: z.string(),
  websiteTitle: z.string(),
  logo: z.string().nullable(),
  websiteIco: z.string().nullable(),
});

const limit = whole(1, MAX_ITEMS.zoneItems)
  .default(8)
  .meta({ description: 'maximum number of items, 1 to 24; default 8' });
const zoneId = Id.optional().meta({ description: 'which of several zones of one kind; default: the first' });

const zones = { input: Empty, data: z.array(Zone).max(MAX_ITEMS.zones) };
const logo = { input: Empty, data: Logo };
const courses = {
  input: z.object({ relationType: whole(1, 5), zoneId, limit }),
  data: z.array(CourseCard).max(MAX_ITEMS.zoneItems),
};
const lecturers = { input: z.object({ zoneId, limit }), data: z.array(LecturerCard).max(MAX_ITEMS.zoneItems) };
const projects = { input: z.object({ zoneId, limit }), data: z.array(ZoneProject).max(MAX_ITEMS.zoneItems) };

/** Zones of the landing page, each operation for logged-in users and for everybody. */
export const siteZone = define({
  'GET /system/auth/pc/zone/info/list': {
    summary: 'List the zones of the landing page in display order',
    auth: 'enterprise',
    ...zones,
  },
  'GET /system/api/pc/zone/info/list': {
    summary: 'List the zones of the landing page in display order, for everybody',
    auth: 'visitor',
    cache: ['site'],
    ...zones,
  },
  'GET /system/auth/pc/zone/info/logo': { summary: 'Get name, logo and icon', auth: 'enterprise', ...logo },
  'GET /system/api/pc/zone/info/logo': {
    summary: 'Get name, logo and icon, for everybody',
    auth: 'visitor',
    cache: ['site'],
    ...logo,
  },
  'GET /system/auth/pc/zone/info/course/list': {
    summary: 'List the courses of a zone',
    auth: 'enterprise',
    ...courses,
  },
  'GET /system/api/pc/zone/info/course/list': {
    summary: 'List the courses of a zone, for everybody',
    auth: 'visitor',
    cache: ['site', 'course', 'lecturer'],
    ...courses,
  },
  'GET /system/auth/pc/zone/info/lecturer/list': {
    summary: 'List the lecturers of a zone',
    auth: 'enterprise',
    ...lecturers,
  },
  'GET /system/api/pc/zone/info/lecturer/list': {
    summary: 'List the lecturers of a zone, for everybody',
    auth: 'visitor',
    cache: ['site', 'lecturer', 'course'],
    ...lecturers,
  },
  'GET /system/auth/pc/zone/info/project/list': {
    summary: 'List the learning projects of a zone',
    auth: 'enterprise',
    ...projects,
  },
  'GET /system/api/pc/zone/info/project/list': {
    summary: 'List the learning projects of a zone, for everybody',
    auth: 'visitor',
    cache: ['site', 'course'],
    ...projects,
  },
});
