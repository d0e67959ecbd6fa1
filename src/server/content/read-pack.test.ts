import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPack } from '#src/server/content/read-pack.ts';
import { MAX_TEXT_BYTES } from '#src/server/content/read-text.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1')]);

const valid: Record<string, string | Buffer> = {
  'site.yaml': `key: acme
name: Acme
timeZone: Asia/Shanghai
brandColor: "#1f6feb"
lang: en
websiteTitle: Acme Academy
slogan: { zh: 学以致用, en: Learn and do }
description: Where Acme learns.
websiteIco: media/logo.png
logo: media/logo.png
websiteNavList:
  - { code: home, title: Home, navUrl: /home, navMenuType: 1 }
banners:
  - code: welcome
    title: Welcome
    picture: media/logo.png
categories:
  - { code: safety, name: Safety }
  - { code: safety-basic, name: Basics, parent: safety }
`,
  'articles/about.yaml': 'code: about\ntitle: About\nbody: |\n  # Acme\n  We make things.\n',
  'articles/agreement.yaml': 'code: agreement\ntitle: Agreement\nbody: Be fair.\n',
  'articles/privacy.yaml': 'code: privacy\ntitle: Privacy\nbody: We keep little.\n',
  'people.csv': `phone,userName,userType,isAdmin,sex,department,post,headPortrait
13800000001,Li Lei,1,false,1,Works,Fitter,
13800000002,"Han, Mei",2,false,2,Works,Trainer,media/logo.png
`,
  'lecturers.yaml': `- code: han-mei
  phone: 13800000002
  lecturerName: Han Mei
  lecturerLevel: Senior
  title: Trainer
  intro: Twenty years on the line.
`,
  'courses/fire.yaml': `code: fire
title: Fire
summary: How to put it out
description: |
  Long text
cover: media/logo.png
courseType: 1
category: safety
lecturer: han-mei
classHours: 1.5
hourKind: required
credits: 2
resources:
  - code: part
    subResourceName: Part one
    contentType: 2
    children:
      - code: film
        subResourceName: Film
        contentType: 2
        resourceType: 2
        file: media/film.mp4
        captions: media/film.en.vtt
      - code: test
        subResourceName: Test
        contentType: 3
        exam: fire-test
`,
  'banks/fire.yaml': `code: fire-bank
title: Fire
questions:
  - code: q1
    type: single
    difficulty: 1
    stem: What feeds a fire?
    options: [{ key: A, text: Oxygen }, { key: B, text: Sand }]
    answer: A
    analysis: Fire needs oxygen.
  - code: q2
    type: blank
    difficulty: 2
    stem: Call ____ first.
    answer: [[the alarm, alarm]]
    analysis: Alarm first.
`,
  'exams/fire.yaml': `code: fire-test
title: Fire test
intro: Two questions.
course: fire
limitMinutes: 10
windowStart: -30d
windowEnd: +180d
passScore: 5
maxAttempts: 3
certificate: fire-certificate
sections:
  - { title: Choices, bank: fire-bank, type: single, count: 1, scoreEach: 5 }
`,
  'certificates.yaml': '- { code: fire-certificate, certificateName: Fire warden, issuer: Acme, validMonths: 12 }\n',
  'tasks.yaml': `- code: spring
  title: Spring
  taskType: 1
  start: -7d
  end: +30d8h
  items: [{ course: fire }, { exam: fire-test }]
  assignees: { departments: [Works] }
`,
  'announcements/drill.md': `---
code: drill
title: Drill
summary: On Monday
publishedAt: -2d9h
author: Safety office
---

Leave by the **nearest** stairs.
`,
  'media/logo.png': png,
  'media/film.mp4': mp4,
  'media/film.en.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nFire.\n',
  'media/manifest.json': '{ "media/film.mp4": { "bytes": 24, "durationSeconds": 21.5 } }\n',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhixing-pack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string | Buffer | undefined>) {
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}
const edit = (file: string, from: string, to: string) => {
  const text = valid[file] as string;
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  return { [file]: text.replace(from, to) };
};
async function mistakes() {
  const { pack, mistakes: found } = await readPack(folder);
  expect(pack).toBeNull();
  return found.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('readPack with a valid pack', () => {
  it('returns the whole pack with default values and durations of the manifest', async () => {
    await write(valid);
    const { pack, mistakes: found } = await readPack(folder);
    expect(found).toEqual([]);
    expect(pack?.people.map((person) => person.userName)).toEqual(['Li Lei', 'Han, Mei']);
    expect(pack?.lecturers[0]?.phone).toBe('13800000002');
    expect(pack?.courses[0]).toMatchObject({ classHours: '1.5', credits: '2', completionThreshold: 90 });
    expect(pack?.media.get('media/film.mp4')).toMatchObject({ mime: 'video/mp4', bytes: 24, durationSeconds: 21.5 });
    expect(pack?.announcements[0]?.body).toBe('Leave by the **nearest** stairs.');
  });

  it('warns about a text that ends at what YAML reads as a comment', async () => {
    await write({
      ...valid,
      ...edit('courses/fire.yaml', 'title: Fire', 'title: Fire on line #3, hall 2'),
      ...edit('exams/fire.yaml', 'passScore: 5', 'passScore: 5 # of 5'),
      '~$people.xlsx': 'while the workbook is open',
    });
    const { pack, warnings } = await readPack(folder);
    expect(pack?.courses[0]?.title).toBe('Fire on line');
    expect(warnings.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      'courses/fire.yaml:2 YAML reads "#3, hall 2" as a comment; if it belongs to the text, quote the whole text',
    ]);
  });

  it('reads people.xlsx instead of people.csv, but not both', async () => {
    const rows = (valid['people.csv'] as string)
      .split('\n')
      .map((line) => line.replace('Han, Mei', 'Han Mei').replaceAll('"', '').split(','));
    const people = Buffer.from(await writeXlsx({ sheets: [{ name: 'People', rows }] }));
    await write({ ...valid, 'people.csv': undefined, 'people.xlsx': people });
    const { pack, mistakes: found } = await readPack(folder);
    expect(found).toEqual([]);
    expect(pack?.people.map((person) => person.userName)).toEqual(['Li Lei', 'Han Mei']);
    await write({ 'people.csv': valid['people.csv'] });
    expect(await mistakes()).toEqual(['people.xlsx:1 should not be there together with people.csv: keep one of them']);
  });

  it('reads the languages of a site and its mobile site, and reports what is neither', async () => {
    const site = (lines: string) => edit('site.yaml', 'lang: en\n', `lang: en\n${lines}\n`);
    const read = async (lines: string) => {
      await write({ ...valid, ...site(lines) });
      return readPack(folder);
    };
    const { pack } = await read('languages: [en, zh]\nmobileSite: https://m.acme.example/app/');
    expect(pack!.site).toMatchObject({ languages: ['en', 'zh'], mobileSite: 'https://m.acme.example/app' });
    expect((await read('languages: [zh]\nmobileSite: none')).pack!.site).toMatchObject({
      ...{ languages: ['zh'], mobileSite: 'none' },
    });
    for (const [lines, message] of [
      ['languages: [en, fr]', 'should be one of zh, en'],
      ['languages: []', 'should have at least one item'],
      ['languages: [zh, zh]', 'names one language twice'],
      ['mobileSite: http://m.acme.example', 'should be "none" or an address with https'],
      ['mobileSite: "https://m.acme.example/?a=1"', 'should be "none" or an address with https'],
    ] as const)
      expect((await read(lines)).mistakes, lines).toEqual([
        expect.objectContaining({ file: 'site.yaml', message: expect.stringContaining(message) as string }),
      ]);
  });

  it('accepts a department above those of the people in a task', async () => {
    const tasks = (department: string) => edit('tasks.yaml', '[Works]', `['${department}']`);
    await write({
      ...valid,
      ...edit('people.csv', '1,Works,Fitter', '1,Works / East/Press shop,Fitter'),
      ...tasks('Works/ East'),
    });
    const { pack, mistakes: found } = await readPack(folder);
    expect(found).toEqual([]);
    expect(pack?.people[0]?.department).toBe('Works/East/Press shop');
    expect(pack?.tasks[0]?.assignees).toEqual({ departments: ['Works/East'] });
    await write(tasks('Works/West'));
    expect(await mistakes()).toEqual(['tasks.yaml:7 there is no department "Works/West" (did you mean "Works/East"?)']);
  });

  it.each(['对', '正确', '是', 'T', 'true', 'yes', 'True'])('accepts %s as a true answer', async (answer) => {
    const judge = (written: string) =>
      `${valid['banks/fire.yaml'] as string}  - { code: q3, type: judge, difficulty: 1, stem: Fire is hot., answer: ${written}, analysis: It is. }\n`;
    await write({ ...valid, 'banks/fire.yaml': judge(answer) });
    expect((await readPack(folder)).pack?.banks[0]?.questions[2]?.answer).toBe(true);
    const opposite = { 对: '错', 正确: '错误', 是: '否', T: 'F', true: 'false', yes: 'no', True: 'False' }[answer]!;
    await write({ 'banks/fire.yaml': judge(opposite) });
    expect((await readPack(folder)).pack?.banks[0]?.questions[2]?.answer).toBe(false);
    await write({ 'banks/fire.yaml': judge('对吗') });
    expect(await mistakes()).toEqual(['banks/fire.yaml:17 "answer" should be true or false, but is "对吗"']);
  });

  it('accepts a byte order mark and blank lines in CSV', async () => {
    await write({
      ...valid,
      'people.csv': `\uFEFF${(valid['people.csv'] as string).replace('13800000002', '\n13800000002')}`,
    });
    expect((await readPack(folder)).mistakes).toEqual([]);
  });

  it('warns about each bank that is shared with an exam whose answers are shown later', async () => {
    const exam = valid['exams/fire.yaml'] as string;
    const other = (code: string, policy: string) =>
      exam.replace('fire-test', code).replace('course: fire\n', `reviewPolicy: ${policy}\n`);
    await write({ ...valid, 'exams/alike.yaml': other('alike', 'after_last') });
    expect(await readPack(folder)).toMatchObject({ mistakes: [], warnings: [] });
    await write({
      'exams/annual.yaml': other('annual', 'after_window'),
      'exams/secret.yaml': other('secret', 'never'),
    });
    const { pack, warnings } = await readPack(folder);
    expect(pack?.exams).toHaveLength(4);
    const [first, ...more] = warnings.map(({ file, line, message }) => `${file}:${line} ${message}`);
    expect(first).toBe(
      'exams/alike.yaml:12 bank "fire-bank" is also used by "annual" (after_window), "secret" (never): ' +
        'reviews of this exam (after_last) hide its answers until they are open for review there',
    );
    expect(more).toEqual([
      expect.stringContaining('exams/annual.yaml:12 bank "fire-bank" is also used by "secret" (never): '),
      expect.stringContaining('exams/fire.yaml:12 '),
    ]);
  });
});

describe('readPack with approvals', () => {
  it('reports approvers that are missing, unknown, repeated or do not fit the type of request', async () => {
    await write({
      ...valid,
      'approvals.yaml': `- flowType: order
  steps:
    - { approver: lecturer }
    - { approver: member }
    - { approver: administrator, phone: 13800000001 }
- flowType: courseRegistration
  steps: [{ approver: lecturer }, { approver: lecturer }, { approver: member, phone: 13800000009 }]
- flowType: order
  steps: []
- flowType: holiday
  steps: [{ approver: administrator }]
`,
    });
    expect(await mistakes()).toEqual([
      expect.stringMatching(/^approvals\.yaml:3 .*"order" has no lecturer: use "member" or "administrator"$/),
      expect.stringMatching(/^approvals\.yaml:4 .*a step with approver "member" needs "phone"$/),
      expect.stringMatching(/^approvals\.yaml:5 .*only a step with approver "member" has "phone"$/),
      expect.stringMatching(/^approvals\.yaml:7 .*the lecturer decides one step$/),
      expect.stringMatching(/^approvals\.yaml:7 there is no person "13800000009"/),
      expect.stringMatching(/^approvals\.yaml:8 approval "order" is declared twice/),
      expect.stringMatching(/^approvals\.yaml:9 "steps" should have at least one item/),
      expect.stringMatching(/^approvals\.yaml:10 .*flowType/),
    ]);
  });
});

describe('readPack with a pack that is too large', () => {
  it('reports texts that are too long and lists with too many items', async () => {
    const survey = (n: number) => `  - { code: survey-${n}, subResourceName: Survey, contentType: 5 }\n`;
    await write({
      ...valid,
      'courses/fire.yaml': (valid['courses/fire.yaml'] as string)
        .replace('title: Fire\n', `title: ${'x'.repeat(201)}\n`)
        .concat(Array.from({ length: 998 }, (_, n) => survey(n)).join('')),
      ...edit('articles/about.yaml', 'We make things.', 'We make things. '.repeat(7_000)),
      ...edit('lecturers.yaml', 'Twenty years', 'Twenty years '.repeat(500)),
      ...edit('announcements/drill.md', 'stairs.', 'stairs. '.repeat(15_000)),
    });
    const found = await mistakes();
    expect(found.map((line) => line.replace(/, but is [^]*/, ''))).toEqual([
      'announcements/drill.md:7 the text should be at most 100000 characters long',
      'articles/about.yaml:3 "body" should be at most 100000 characters long',
      'courses/fire.yaml:2 "title" should be at most 200 characters long',
      'courses/fire.yaml:13 "resources" should have at most 1000 items, including those in directories',
      'lecturers.yaml:6 "intro" should be at most 5000 characters long',
    ]);
  });
});

describe('readPack with an invalid pack', () => {
  it('rejects a paper with too many questions or too long texts', async () => {
    await write({ ...valid, ...edit('exams/fire.yaml', 'count: 1', 'count: 301') });
    expect((await mistakes()).join('\n')).toContain('should draw at most 300 questions, and at most 50 short ones');
    await write({ ...valid, ...edit('banks/fire.yaml', 'Fire needs oxygen.', 'x'.repeat(10_001)) });
    expect((await mistakes()).join('\n')).toContain('"analysis" should be at most 5000 characters long');
  });

  it('reports all mistakes at once, each with file and line', async () => {
    await write({
      ...valid,
      ...edit('site.yaml', 'brandColor: "#1f6feb"', 'brandColour: "#1f6feb"'),
      'articles/agreement.yaml': 'code: agreement\ntitle: "Agreement\nbody: x\n',
      'people.csv': `phone,userName,userType,isAdmin,sex,department,post,headPortrait
12345,Li Lei,1,false,1,Works,Fitter,
13800000002,Han Mei,2,false,2,Works,Trainer,
13800000003,Short row,1
13800000004,Too many,9,maybe,2,Works,Fitter,
13800000002,Twice,1,false,1,Works,Fitter,
`,
      ...edit('courses/fire.yaml', 'lecturer: han-mei', 'lecturer: han-mie'),
      ...edit('exams/fire.yaml', 'count: 1', 'count: 4'),
      'tasks.yaml': (valid['tasks.yaml'] as string).replace('end: +30d8h', 'end: -9d').replace('[Works]', '[Work]'),
      'announcements/drill.md': (valid['announcements/drill.md'] as string).replace('-2d9h', 'yesterday'),
    });
    expect(await mistakes()).toEqual([
      'announcements/drill.md:5 "publishedAt" should be a moment: relative to the day of import ("-30d", "+3d14h") or ISO 8601 ("2026-05-01", "2026-05-01T09:00"), but is "yesterday"',
      'articles/agreement.yaml:2 is not well-formed YAML (column 8): the quote that opens here is not closed\n    line:  title: "Agreement',
      'courses/fire.yaml:9 there is no lecturer "han-mie" (did you mean "han-mei"?)',
      'exams/fire.yaml:12 draws 4 questions of type single, but bank "fire-bank" has 1',
      'people.csv:2 "phone" should be a mobile number: 11 digits that start with 13 to 19, or with country code, like "+85291234567", but is "12345"',
      'people.csv:4 has 3 fields, but the first row names 8 columns',
      'people.csv:5 "userType" should be 1 or 2 or 3, but is "9"',
      'people.csv:5 "isAdmin" should be true or false, but is "maybe"',
      'people.csv:6 person "13800000002" is declared twice (also at people.csv:3)',
      'site.yaml:4 unknown key "brandColour" (did you mean "brandColor"?)',
      'tasks.yaml:5 "end" should be later than start, but is "-9d"',
      'tasks.yaml:7 there is no department "Work" (did you mean "Works"?)',
    ]);
  });

  it('reports zones with unknown items or items of another kind', async () => {
    const zones = `zones:
  - { code: a, title: A, relationType: 1, courses: [fire, fier] }
  - { code: b, title: B, relationType: 2, courses: [fire] }
  - { code: b, title: C, relationType: 5 }
  - { code: d, title: D, relationType: 1, courses: [fire, fire] }
`;
    await write({ ...valid, 'site.yaml': `${valid['site.yaml'] as string}${zones}` });
    const messages = (await readPack(folder)).mistakes.map(({ message }) => message);
    expect(messages.sort()).toEqual([
      'a zone with relationType 5 needs "category"',
      'names one code twice',
      'only a zone with relationType 1 has "courses"',
      'there is no course "fier" (did you mean "fire"?)',
      expect.stringContaining('zone "b" is declared twice'),
    ]);
  });

  it('reports media that is missing, empty, outside the folder, or of another type than its name', async () => {
    await write({
      ...valid,
      'site.yaml': (valid['site.yaml'] as string)
        .replace('logo: media/logo.png', 'logo: media/lgoo.png')
        .replace('websiteIco: media/logo.png', 'websiteIco: ../logo.png'),
      'courses/fire.yaml': (valid['courses/fire.yaml'] as string).replace(
        'cover: media/logo.png',
        'cover: media/cover.svg',
      ),
      'media/film.mp4': png,
      'media/film.en.vtt': '',
    });
    expect(await mistakes()).toEqual([
      'courses/fire.yaml:6 "media/cover.svg" should be a picture: png, jpg, jpeg, webp',
      'courses/fire.yaml:22 the file "media/film.mp4" contains image/png, which does not match its name',
      'courses/fire.yaml:23 the file "media/film.en.vtt" is empty',
      'site.yaml:9 "../logo.png" points outside the pack\'s folder',
      'site.yaml:10 there is no file "media/lgoo.png" (did you mean "media/logo.png"?)',
    ]);
  });

  it('requires the duration of a video that is in neither its file nor the manifest', async () => {
    await write({ ...valid, 'media/manifest.json': undefined });
    expect((await mistakes()).join('\n')).toContain('"media/film.mp4" is unknown: set "totalDuration"');
    await write(edit('courses/fire.yaml', 'file: media/film.mp4', 'file: media/film.mp4\n        totalDuration: 21'));
    expect((await readPack(folder)).mistakes).toEqual([]);
  });

  it('rejects a symbolic link to media outside the folder', async () => {
    await write({ ...valid, 'media/logo.png': undefined });
    await symlink('/etc/hostname', join(folder, 'media/logo.png'));
    expect(await mistakes()).toContain('site.yaml:9 "media/logo.png" points outside the pack\'s folder');
  });

  it.each([
    ['people.csv', '/etc/passwd', "points outside the pack's folder"],
    ['people.csv', '/dev/zero', "points outside the pack's folder"],
    ['lecturers.yaml', '../outside.yaml', "points outside the pack's folder"],
    ['site.yaml', 'articles', 'is not a regular file'],
  ])('rejects the symbolic link %s -> %s', async (name, target, message) => {
    await write({ ...valid, [name]: undefined });
    const outside = join(folder, '..', 'outside.yaml');
    await writeFile(outside, 'code: x\n');
    await symlink(target, join(folder, name));
    expect(await mistakes()).toContain(`${name}:1 ${message}`);
    await rm(outside);
  });

  it('accepts a symbolic link inside the folder', async () => {
    await write({ ...valid, 'people.csv': undefined, 'media/people.csv': valid['people.csv'] });
    await symlink('media/people.csv', join(folder, 'people.csv'));
    expect((await readPack(folder)).mistakes).toEqual([]);
  });

  it('rejects a named pipe without waiting for it', async () => {
    await write({ ...valid, 'tasks.yaml': undefined });
    execFileSync('mkfifo', [join(folder, 'tasks.yaml')]);
    expect(await mistakes()).toEqual(['tasks.yaml:1 is not a regular file']);
  });

  it('rejects a text file of more than 20 MB', async () => {
    await write(valid);
    await truncate(join(folder, 'people.csv'), MAX_TEXT_BYTES + 1);
    expect(await mistakes()).toContain('people.csv:1 is larger than 20 MB');
  });

  it('reports codes that are used twice, also in nested resources and across files', async () => {
    await write({
      ...valid,
      ...edit('courses/fire.yaml', 'code: test', 'code: film'),
      'banks/more.yaml': valid['banks/fire.yaml'],
    });
    expect(await mistakes()).toEqual([
      'banks/more.yaml:1 bank "fire-bank" is declared twice (also at banks/fire.yaml:1)',
      'courses/fire.yaml:24 resource "film" is declared twice (also at courses/fire.yaml:18)',
    ]);
  });

  it('reports answers that do not fit their question', async () => {
    await write({
      ...valid,
      'banks/fire.yaml': (valid['banks/fire.yaml'] as string)
        .replace('answer: A', 'answer: C')
        .replace('Call ____', 'Call'),
    });
    expect(await mistakes()).toEqual([
      'banks/fire.yaml:9 the answer "C" is not one of the options A, B',
      'banks/fire.yaml:15 the stem marks 0 blank(s) with ____ but 1 have answers',
    ]);
  });

  it('reports misplaced and missing files', async () => {
    await write({
      ...valid,
      'people.csv': undefined,
      'course/fire.yaml': 'x: 1',
      'exams/fire.yml': 'x: 1',
      'lecturer.yaml': 'x: 1',
      'articles/privacy.yaml': undefined,
    });
    expect(await mistakes()).toEqual([
      'articles:1 should have an article with the code "privacy"',
      'course:1 is not a folder of a content pack (did you mean "courses"?)',
      'exams/fire.yml:1 should be a file that ends in .yaml',
      'lecturer.yaml:1 is not a file of a content pack (did you mean "lecturers.yaml"?)',
      'people.csv:1 is missing',
    ]);
  });

  it('reports CSV with a stray quote and text that is not UTF-8', async () => {
    await write({
      ...valid,
      'people.csv': (valid['people.csv'] as string).replace('Li Lei', 'Li "Lei'),
      'tasks.yaml': Buffer.from([0x63, 0xb0, 0xb2, 0xc8]),
    });
    const found = await mistakes();
    expect(found).toContainEqual(expect.stringMatching(/^people.csv:2 is not well-formed CSV: Invalid Opening Quote/));
    expect(found).toContain('tasks.yaml:1 is not UTF-8 text (from a spreadsheet, save it as "CSV UTF-8")');
  });

  it('rejects a path that is not a folder', async () => {
    expect((await readPack(join(folder, 'nowhere'))).mistakes[0]?.message).toBe('is not a folder');
  });
});
