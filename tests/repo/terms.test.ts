import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './source-tree.ts';

/** Words that the glossary (docs/contributing.md) replaces: one word per thing, in the UI and in the demo tenants. */
const REPLACED: [word: RegExp, by: string][] = [
  [/公告资讯|消息公告|最新公告/, '公告'],
  [/"News"|en: News\b|\bNotices\b/, 'Announcements'],
  [/隐私说明|隐私声明/, '隐私政策'],
  [/privacy notice/i, 'Privacy policy'],
  [/handed in/i, 'Submitted'],
  [/您/, '你'],
  [/"辅导"/, '带教'],
];

const FOLDERS = ['public/locales/zh', 'public/locales/en', 'src/demo/packs'];
const texts = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|yaml)$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') })),
);

it.each(REPLACED)('no text contains %s, but “%s”', (word) => {
  expect(texts.filter(({ text }) => word.test(text)).map(({ path }) => path)).toEqual([]);
});
