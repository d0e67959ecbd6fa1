import type { LocalizedText } from '#src/server/core/db/columns.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { article, articleVersion, navItem, website } from './tables.ts';

/** Default theme colour of an enterprise. */
const BRAND_COLOR = '#1b5fc1';

const NAVIGATION: { code: string; title: LocalizedText; navUrl: string; navMenuType: number }[] = [
  { code: 'home', title: { zh: '首页', en: 'Home' }, navUrl: '/home', navMenuType: 1 },
  { code: 'knowledge', title: { zh: '知识中心', en: 'Knowledge' }, navUrl: '/knowledge', navMenuType: 2 },
  { code: 'lecturer', title: { zh: '讲师', en: 'Lecturers' }, navUrl: '/lecturer', navMenuType: 3 },
  { code: 'community', title: { zh: '学习社区', en: 'Community' }, navUrl: '/community', navMenuType: 4 },
  { code: 'info', title: { zh: '公告', en: 'Announcements' }, navUrl: '/info', navMenuType: 6 },
  { code: 'account', title: { zh: '个人中心', en: 'My account' }, navUrl: '/account', navMenuType: 5 },
];

/** Default texts until the enterprise writes its own; they only state what the portal does. */
const ARTICLES: { code: string; title: LocalizedText; body: { zh: string; en: string } }[] = [
  {
    code: 'agreement',
    title: { zh: '用户协议', en: 'User agreement' },
    body: {
      zh: `本协议由「{name}」与你订立，适用于「{name}」的学习与考试平台。

## 账号

账号由本人使用，不得转借。请妥善保管密码；发现他人登录，请立即修改密码，并在个人设置中结束陌生的登录。

## 学习与考试

学习时长按实际观看计算。考试由本人独立完成，离开考试画面会被记录。以欺骗取得的成绩可以被取消。

## 内容

课程、试题和文件仅供「{name}」的成员学习使用，未经许可不得对外传播。

## 变更

本协议修改后，下次登录时会请你重新阅读并确认。如有疑问，请联系「{name}」的管理员。
`,
      en: `This agreement is between you and {name}, and covers the learning and exam platform of {name}.

## Your account

The account is for you alone. Keep your password safe. If somebody else has signed in, change the password at once and end the unknown session in your personal settings.

## Learning and exams

Study time counts what was really watched. Sit exams by yourself; leaving the exam screen is recorded. A result obtained by deceit may be cancelled.

## Content

Courses, questions and files are for the members of {name} to learn from. Do not pass them on without permission.

## Changes

After a change of this agreement you are asked to read and accept it at your next sign-in. Questions go to the administrator of {name}.
`,
    },
  },
  {
    code: 'privacy',
    title: { zh: '隐私政策', en: 'Privacy policy' },
    body: {
      zh: `「{name}」是平台上个人信息的处理者，平台按其要求保存和处理信息。

## 记录哪些信息

- 身份：姓名、手机号，以及由企业填写的部门和岗位；
- 学习：看过的片段、学习时长、答卷、学时、学分和证书；
- 安全：登录和变更的时间、方式、设备类型和网络地址，保存三年；
- 你在社区发布的内容。

## 用于什么

用于安排和证明培训，以及保护账号安全。平台不把信息用于广告，也不出售。

## 谁能看到

你可以在个人中心查看自己的记录。讲师和管理员为履行职责可以看到与其有关的记录。其他企业看不到你在「{name}」的任何记录。

## 你的权利

请联系「{name}」的管理员，管理员应在三十天内答复。

- 副本：你会得到一个文件，内含平台保存的关于你的全部信息；
- 更正：手机号和昵称可以自行修改，姓名可以申请修改；
- 删除：删除姓名、手机号、工号、图片、草稿、备注、关联的登录方式和考试中的文字作答，证书同时撤销。成绩、学时和学分以不含姓名的形式保留，用于统计；你在社区发布的内容保留，署名为“已注销成员”；安全记录只保留内部编号；备份中的信息随备份到期而删除。

依法须保存的培训记录在期满后删除。如果你还是其他企业的成员，账号和在该企业的信息不受影响。
`,
      en: `{name} decides what personal data on the platform is used for; the platform keeps and processes it on its behalf.

## What is recorded

- who you are: name and phone number, and the department and post that the enterprise enters;
- what you learned: parts watched, study time, exam papers, hours, credits and certificates;
- security: time and way of sign-ins and changes, kind of device and network address, for three years;
- what you publish in the community.

## What for

To arrange training and to prove it, and to protect your account. The platform uses none of it for advertising and sells none of it.

## Who sees it

You see your own records in your account. Lecturers and administrators see what their work requires. Other enterprises see nothing of what is recorded at {name}.

## Your rights

Contact the administrator of {name}, who answers within 30 days.

- A copy: you receive a file with everything that the platform keeps about you.
- A correction: you can change your phone number and nickname yourself, and ask for a change of your name.
- Erasure: your name, phone number, employee number, pictures, drafts, notes, linked sign-ins and written exam answers are removed, and your certificates are revoked. Results, hours and credits stay without a name, for statistics. What you published in the community stays, as "Deleted member". The security log keeps internal numbers only. Backups lose your data when they expire.

Training records that the law requires to be kept are erased when that time is over. If you are a member of other enterprises, your account and your data there are not affected.
`,
    },
  },
];

/** Inserts the website of a new tenant without navigation and texts. */
export async function insertWebsite(db: TenantDb, values: typeof website.$inferInsert): Promise<void> {
  await db.insert(website).values(values);
}

type NewWebsite = { enterpriseId: string; name: string; locale: Locale; logoFileId: string | null };

/** Inserts the website of a new tenant, with the default navigation, agreement and privacy policy. */
export async function createWebsite(
  db: TenantDb,
  { enterpriseId, name, locale, logoFileId }: NewWebsite,
): Promise<void> {
  await insertWebsite(db, {
    ...{ enterpriseId, websiteTitle: { [locale]: name }, brandColor: BRAND_COLOR },
    ...{ websiteIcoFileId: logoFileId, logoFileId },
  });
  await db.insert(navItem).values(NAVIGATION.map((item, sort) => ({ enterpriseId, ...item, sort })));
  const named = (text: string) => text.replaceAll('{name}', () => asText(name));
  const articles = await db
    .insert(article)
    .values(
      ARTICLES.map(({ code, title, body: { zh, en } }, sort) => ({
        enterpriseId,
        code,
        title,
        body: { zh: named(zh), en: named(en) },
        sort,
      })),
    )
    .returning();
  await db
    .insert(articleVersion)
    .values(articles.map(({ id, version, title, body }) => ({ enterpriseId, articleId: id, version, title, body })));
}

/** Escapes a name for Markdown. */
const asText = (name: string) => name.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
