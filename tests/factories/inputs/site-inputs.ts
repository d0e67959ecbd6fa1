import type { announcement } from '#src/contract/announcement.ts';
import type { file } from '#src/contract/file.ts';
import type { home } from '#src/contract/home.ts';
import type { lecturer } from '#src/contract/lecturer.ts';
import type { search } from '#src/contract/search.ts';
import type { site } from '#src/contract/site.ts';
import type { siteZone } from '#src/contract/site-zone.ts';
import { publishedAnnouncement } from '../announcement-draft.ts';
import type { Inputs, Scene } from '../scene.ts';
import { PIXEL } from '../company.ts';

const none = () => ({});
const courses = ({ world }: Scene) => ({ relationType: 1, zoneId: world.zones.courses });
const lecturers = ({ world }: Scene) => ({ zoneId: world.zones.lecturers });
const projects = ({ world }: Scene) => ({ zoneId: world.zones.projects });
const byLecturer = ({ world }: Scene) => ({ lecturerId: world.lecturerId });
const byAnnouncement = ({ world }: Scene) => ({ id: world.announcementId });
/** One that asks for it. */
const toConfirm = async ({ world }: Scene) => ({
  id: (await publishedAnnouncement(world.admin, { title: world.mark, mustRead: true })).id,
});
const announcements = ({ world }: Scene) => [world.announcementId];
/** Occurs in both tenants: data of the other one must not be found. */
const keyword = () => ({ keyword: 'World' });

export const siteInputs: Inputs<
  keyof (typeof announcement &
    typeof file &
    typeof home &
    typeof lecturer &
    typeof search &
    typeof site &
    typeof siteZone)
> = {
  'POST /system/api/website/view': none,
  'GET /system/auth/pc/zone/info/nav/bar/list': none,
  'GET /system/api/pc/zone/info/nav/bar/list': none,
  'GET /system/auth/banner/setting/list': none,
  'GET /system/api/banner/setting/list': none,
  'POST /system/api/sys/article/list': none,
  'GET /system/api/sys/article/view': ({ world }) => ({ id: world.articleId }),
  'GET /system/api/enum/list': () => ({ enumName: 'courseType' }),
  'GET /system/auth/pc/zone/info/list': none,
  'GET /system/api/pc/zone/info/list': none,
  'GET /system/auth/pc/zone/info/logo': none,
  'GET /system/api/pc/zone/info/logo': none,
  'GET /system/auth/pc/zone/info/course/list': courses,
  'GET /system/api/pc/zone/info/course/list': courses,
  'GET /system/auth/pc/zone/info/lecturer/list': lecturers,
  'GET /system/api/pc/zone/info/lecturer/list': lecturers,
  'GET /system/auth/pc/zone/info/project/list': projects,
  'GET /system/api/pc/zone/info/project/list': projects,
  'POST /user/api/lecturer/info/page': none,
  'POST /user/auth/lecturer/info/page': none,
  'GET /user/api/lecturer/info/detail/view': byLecturer,
  'GET /user/auth/lecturer/info/detail/view': byLecturer,
  'GET /user/api/lecturer/rank/list': none,
  'GET /user/auth/lecturer/rank/list': none,
  'GET /user/api/lecturer/level/list': none,
  'POST /user/api/lecturer/teaching/record/page': byLecturer,
  'POST /user/auth/lecturer/teaching/record/page': byLecturer,
  'POST /user/api/announcement/page': none,
  'GET /user/api/announcement/view': byAnnouncement,
  'POST /user/auth/announcement/user/record/page': none,
  'POST /user/auth/announcement/user/record/read/count': none,
  'POST /user/auth/announcement/user/record/wait/read/count': none,
  'GET /user/auth/announcement/user/record/view': byAnnouncement,
  'PUT /user/auth/announcement/user/record/batch/read': announcements,
  'PUT /user/auth/announcement/user/record/all/read': () => ({ until: new Date().toISOString() }),
  'DELETE /user/auth/announcement/user/record/batch/delete': announcements,
  'PUT /user/auth/announcement/user/record/confirm': toConfirm,
  'PUT /user/auth/announcement/user/record/update/admire': byAnnouncement,
  'GET /data/auth/user/home/view': none,
  'POST /data/auth/user/class/page': none,
  'POST /system/auth/upload/pic': () => ({
    use: 'avatar',
    file: new File([new Uint8Array(PIXEL)], 'me.png', { type: 'image/png' }),
  }),
  'POST /system/api/search/page': keyword,
  'POST /system/auth/search/page': keyword,
  'POST /system/api/search/suggest': keyword,
  'POST /system/auth/search/suggest': keyword,
};
