import { site } from '#src/contract/site.ts';
import { implement } from '#src/server/http/implement.ts';
import { listArticles } from './list-articles.ts';
import { listBanners } from './list-banners.ts';
import { listEnum } from './list-enum.ts';
import { viewArticle } from './view-article.ts';
import { listNav, viewWebsite } from './view-website.ts';

export const siteVerbs = implement(site, {
  'POST /system/api/website/view': viewWebsite,
  'GET /system/auth/pc/zone/info/nav/bar/list': listNav,
  'GET /system/auth/banner/setting/list': listBanners,
  'GET /system/api/banner/setting/list': listBanners,
  'POST /system/api/sys/article/list': listArticles,
  'GET /system/api/sys/article/view': viewArticle,
  'GET /system/api/enum/list': listEnum,
});
