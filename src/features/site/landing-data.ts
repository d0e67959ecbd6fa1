import { excerpt } from '#src/lib/excerpt.ts';

/** Characters of the about page that the landing page shows. */
const ABOUT = 320;

/** What the landing page shows, read side by side; also for `/home` signed out. */
export async function landingData({ api, find }: App.Locals) {
  const [website, banners, courses, lecturers, announcements, about] = await Promise.all([
    api('POST /system/api/website/view'),
    api('GET /system/api/banner/setting/list'),
    api('POST /course/api/course/info/page', { courseType: 0, pageSize: 8 }),
    api('POST /user/api/lecturer/info/page', { pageSize: 6 }),
    api('POST /user/api/announcement/page', { pageSize: 6 }),
    find('GET /system/api/sys/article/view', { id: 'about' }),
  ]);
  return {
    website,
    banners,
    courses,
    lecturers,
    announcements,
    // What stands before the first heading is the introduction.
    about: about && { title: about.title, text: excerpt(about.bodyHtml.split(/<h[1-6]/)[0]!, ABOUT) },
  };
}

export type LandingData = Awaited<ReturnType<typeof landingData>>;
