import type { Data } from '#src/contract/calls.ts';
import { excerpt } from '#src/lib/plain-text.ts';

/** Characters of the about page that the landing page shows. */
const ABOUT = 320;
/** Maximum number of items of a zone by its `relationType`: full rows on a wide screen. */
const LIMITS: Record<number, number> = { 1: 8, 2: 8, 3: 6, 4: 4, 5: 4, 6: 6, 7: 3 };
const TOPICS = 8;

type Zone = Data<'GET /system/api/pc/zone/info/list'>[number];
export type Courses = Data<'GET /system/api/pc/zone/info/course/list'>;
export type Projects = Data<'GET /system/api/pc/zone/info/project/list'>;
export type Lecturers = Data<'GET /system/api/pc/zone/info/lecturer/list'>;
/** Course card component, passed by the page. */
export type CourseComponent = (props: { course: Courses[number]; eager?: boolean }) => unknown;
/** URL builder of the list of courses and projects, passed by the page. */
export type KnowledgePath = (query: {
  kind?: 'course' | 'project';
  courseType?: number;
  categoryId?: string;
  sort?: 'newest' | 'popular' | 'rating';
}) => string;
/** A zone with its items. */
export type FilledZone = Zone &
  ({ kind: 'courses'; list: Courses } | { kind: 'lecturers'; list: Lecturers } | { kind: 'projects'; list: Projects });

/** Data of the landing page, read concurrently; also for `/home` without login. */
export async function landingData({ api, find }: App.Locals) {
  const [website, banners, zones, categories, announcements, about] = await Promise.all([
    api('POST /system/api/website/view'),
    api('GET /system/api/banner/setting/list'),
    api('GET /system/api/pc/zone/info/list'),
    api('GET /course/api/category/list'),
    api('POST /user/api/announcement/page', { pageSize: 6 }),
    find('GET /system/api/sys/article/view', { id: 'about' }),
  ]);
  const filled = await Promise.all(zones.map((zone) => fill(zone, api)));
  return {
    website,
    banners,
    // An empty zone is not shown at all.
    zones: filled.filter(({ list }) => list.length > 0),
    topics: categories.filter(({ parentId, courseCount }) => !parentId && courseCount > 0).slice(0, TOPICS),
    announcements: announcements.list,
    // The text before the first heading is the introduction.
    about: about && { title: about.title, text: excerpt(about.bodyHtml.split(/<h[1-6]/)[0]!, ABOUT) },
  };
}

async function fill(zone: Zone, api: App.Locals['api']): Promise<FilledZone> {
  const { id, relationType } = zone;
  const limit = LIMITS[relationType] ?? 4;
  const input = id ? { zoneId: id, limit } : { limit };
  if (relationType === 6)
    return { ...zone, kind: 'lecturers', list: await api('GET /system/api/pc/zone/info/lecturer/list', input) };
  if (relationType === 7)
    return { ...zone, kind: 'projects', list: await api('GET /system/api/pc/zone/info/project/list', input) };
  return {
    ...zone,
    kind: 'courses',
    list: await api('GET /system/api/pc/zone/info/course/list', { ...input, relationType }),
  };
}

export type LandingData = Awaited<ReturnType<typeof landingData>>;
