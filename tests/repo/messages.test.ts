import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './source-tree.ts';

/** Fixed messages, with their keys and words they must contain. That each key is used is checked by locales.test.ts. */
const MESSAGES: [message: string, key: string, zh: RegExp, en: RegExp][] = [
  ['please enter a search keyword', 'errors:field.searchKeyword', /请输入搜索关键词/, /please enter a search keyword/i],
  ['verification code error', 'errors:wrongCode', /验证码错误/, /verification code error/i],
  ['the account already exists', 'errors:accountExists', /账号已存在/, /the account already exists/i],
  ['failed to load data', 'common:failedToLoad', /加载数据失败/, /failed to load data.*try again later/i],
  ['operation failure', 'common:operationFailed', /操作失败/, /operation failed/i],
  ['delete failed', 'common:deleteFailed', /删除失败/, /delete failed/i],
  ['comment failure', 'community:failed', /评论失败/, /comment failed/i],
  ['not logged in to an enterprise', 'errors:noEnterprise', /未登录企业/, /not logged in to an enterprise/i],
  ['cannot view the analysis now', 'exam:review.cannot', /暂时不能查看解析/, /you cannot view the analysis now/i],
  ['the exam time has ended', 'errors:examTimeEnded', /考试时间已结束/, /the exam time has ended/i],
  [
    'screen switching is not allowed',
    'exam:done.reason.notAllowed',
    /不允许切屏.*自动提交/,
    /switching is not allowed.*automatically/i,
  ],
  [
    'screen-switch count exceeded',
    'exam:done.reason.exceeded',
    /切屏次数超出限制.*自动提交/,
    /switch count exceeded.*automatically/i,
  ],
  ['the learnable time has passed', 'record:task.endedHint', /可学习时间已过/, /the learnable time has passed/i],
  ['please select announcements', 'errors:field.selectAnnouncements', /请选择公告/, /please select announcements/i],
  ['please log in first', 'errors:pleaseLogIn', /请先登录/, /please log in first/i],
  ['please log in first, before a call', 'common:loginFirst', /请先登录/, /please log in first/i],
];

function textOf(locale: string, key: string): unknown {
  const [ns, path] = key.split(':') as [string, string];
  const texts: unknown = JSON.parse(readFileSync(join(ROOT, `public/locales/${locale}/${ns}.json`), 'utf8'));
  return path.split('.').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], texts);
}

it.each(MESSAGES)('the portal says: %s', (_message, key, zh, en) => {
  expect(textOf('zh', key), key).toMatch(zh);
  expect(textOf('en', key), key).toMatch(en);
});
