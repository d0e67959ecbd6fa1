import { site } from '#src/contract/site.ts';
import { siteZone } from '#src/contract/site-zone.ts';
import { implement } from '#src/server/core/implement.ts';
import { listArticles } from './list-articles.ts';
import { listBanners } from './list-banners.ts';
import { listEnum } from './list-enum.ts';
import { listZoneCourses } from './list-zone-courses.ts';
import { listZoneLecturers } from './list-zone-lecturers.ts';
import { listZoneProjects } from './list-zone-projects.ts';
import { listZones } from './list-zones.ts';
import { viewArticle } from './view-article.ts';
import { listNav, viewLogo, viewWebsite } from './view-website.ts';

export const siteOperations = implement(site, {
  'POST /system/api/website/view': viewWebsite,
  'GET /system/auth/pc/zone/info/nav/bar/list': listNav,
  'GET /system/api/pc/zone/info/nav/bar/list': listNav,
  'GET /system/auth/banner/setting/list': listBanners,
  'GET /system/api/banner/setting/list': listBanners,
  'POST /system/api/sys/article/list': listArticles,
  'GET /system/api/sys/article/view': viewArticle,
  'GET /system/api/enum/list': listEnum,
});

export const siteZoneOperations = implement(siteZone, {
  'GET /system/auth/pc/zone/info/list': listZones,
  'GET /system/api/pc/zone/info/list': listZones,
  'GET /system/auth/pc/zone/info/logo': viewLogo,
  'GET /system/api/pc/zone/info/logo': viewLogo,
  'GET /system/auth/pc/zone/info/course/list': listZoneCourses,
  'GET /system/api/pc/zone/info/course/list': listZoneCourses,
  'GET /system/auth/pc/zone/info/lecturer/list': listZoneLecturers,
  'GET /system/api/pc/zone/info/lecturer/list': listZoneLecturers,
  'GET /system/auth/pc/zone/info/project/list': listZoneProjects,
  'GET /system/api/pc/zone/info/project/list': listZoneProjects,
});
