import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, sources } from './source-tree.ts';

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

/** Words that the code replaces: names that say nothing to a reader, by the term for it. Also in the names of files. */
const REPLACED_IN_CODE: [word: RegExp, by: string][] = [
  [/patience/i, 'a timeout, delay or limit'],
  [/[a-z]Desk\b|\bdesk-|-desk\b|[:.]desk\b/, 'what it edits or shows: ManagedExam, announcementEditing'],
  [/\bforgetAnswers\b/, 'clearQueryCache, invalidateCalls'],
  [/\bpatchAnswer\b/, 'updateQueryData'],
  [/(?<!\.|async )\bdispose\(/, 'reportError'],
  [/\brefusalOf\b/, 'the kind of error'],
  [/\bheldBack\b|\bheld-back\b/, 'applyPlaybackRules'],
  [/leftovers\b/i, 'sendStaleAnswers'],
  [/\bleftBehind\b/, 'unsentReports'],
  [/\bcloseLeavers\b|\bclose-leavers\b/, 'closeAbandoned'],
  [/\bmarkersToTell\b|\bmarkers-to-tell\b/, 'markersToNotify'],
  [/\btellHolder\b|\btell-holder\b/, 'notifyHolder'],
  [/\bflow-look\b/, 'flow-status'],
  [/\bwhoOf\b/, 'practiceUser'],
  [/\bdatabase that is away\b/, 'an unavailable database'],
  [/\bThat the writer\b/, 'a heartbeat'],
  [/\bno one but us\b/, 'which cache stores it'],
];

const code = ['src', 'tests', 'docs']
  .flatMap((folder) => sources(folder, /\.(ts|tsx|astro|js|css|md)$/))
  .filter(({ path }) => !/^src\/demo\/packs\/|^tests\/repo\/terms\.test\.ts$/.test(path));

it.each(REPLACED_IN_CODE)('no code contains %s, but “%s”', (word) => {
  expect(code.length).toBeGreaterThan(1_000);
  expect(code.filter(({ path, text }) => word.test(path) || word.test(text)).map(({ path }) => path)).toEqual([]);
});
