import { readXlsx, writeXlsx } from 'hucre/xlsx';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAttempt, mintExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { giftFile, mintBank, SINGLE } from '../factories/question.ts';
import { qtiDeclaration, qtiItem } from '../factories/question-files.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /exam/auth/question/save';
const VIEW = 'GET /exam/auth/question/view';
const PAGE = 'POST /exam/auth/question/page';
const UPLOAD = 'POST /exam/auth/question/import/upload';
const REPORT = 'POST /exam/auth/question/import/view';
const CONFIRM = 'POST /exam/auth/question/import/confirm';
const DOWNLOAD = 'POST /exam/auth/question/download';
const FORMATS = ['gift', 'qti', 'moodle', 'xlsx'] as const;

let tenant: TestTenant;
let admin: TestPerson;
const base = { difficulty: 2, topic: null, tags: [] };

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

async function upload(bankId: string, file: File) {
  const { id } = await ok(admin, UPLOAD, { bankId, file, lang: 'zh' });
  return ok(admin, REPORT, { id, pageSize: 100 });
}

async function exported(bankId: string, format: (typeof FORMATS)[number]) {
  const { base64, fileName } = await ok(admin, DOWNLOAD, { bankId, format });
  return { bytes: Buffer.from(base64, 'base64'), fileName };
}

const stems = async (bankId: string) =>
  (await ok(admin, PAGE, { bankId, pageSize: 100 })).list.map(({ stem }) => stem).sort();

describe('a question of a file', () => {
  const three = ['Name a river', 'Name a town', 'Name a lake'].map((stem) => `::template::${stem} {=x ~y}`);

  const moodle = (stem: string) =>
    `<quiz><question type="truefalse"><name><text>template</text></name><questiontext format="html"><text>${stem}</text></questiontext><answer fraction="100"><text>true</text></answer></question></quiz>`;
  const qti = (stem: string) =>
    qtiItem(
      qtiDeclaration('R', 'single', ['x'], 'string'),
      `<p>${stem} <textEntryInteraction responseIdentifier="R"/></p>`,
    ).replace('identifier="item-1"', 'identifier="Template_FIB_001"');

  it.each([
    ['GIFT', three],
    ['Moodle XML', ['Name a river', 'Name a town', 'Name a lake'].map(moodle)],
    ['QTI', ['Name a river', 'Name a town', 'Name a lake'].map(qti)],
  ])('is not taken for another that has the same name: %s', async (_, texts) => {
    const { bankId } = await mintBank(tenant);
    for (const text of texts) {
      const { id, reportHash, counts } = await upload(bankId, giftFile(text));
      expect(counts.change).toBe(0);
      await ok(admin, CONFIRM, { id, reportHash });
    }
    const names = (await stems(bankId)).map((stem) => /^Name a \w+/.exec(stem)?.[0]);
    expect(names).toEqual(expect.arrayContaining(['Name a river', 'Name a town', 'Name a lake']));
    const { list } = await ok(admin, PAGE, { bankId, pageSize: 100 });
    expect(new Set(list.map(({ code }) => code)).size).toBe(4);
  });

  it('that has the name or the stem of another is shown beside it, and the user chooses for each', async () => {
    const { bankId } = await mintBank(tenant);
    const first = await upload(bankId, giftFile('::a::First {T}\n\n::b::Second {T}\n\nThird {T}\n'));
    await ok(admin, CONFIRM, { id: first.id, reportHash: first.reportHash });
    const { id, reportHash, counts, rows } = await upload(
      bankId,
      giftFile('::a::First edited {T}\n\n::b::Other {F}\n\n::c::Third {F}\n'),
    );
    expect(counts).toMatchObject({ similar: 3, add: 0, change: 0 });
    const found = rows.list.filter(({ kind }) => kind === 'similar');
    expect(found.map(({ stem, old }) => [stem, old!.stem])).toEqual([
      ['First edited', 'First'],
      ['Other', 'Second'],
      ['Third', 'Third'],
    ]);
    const done = await ok(admin, CONFIRM, { id, reportHash, similar: { replace: true, except: [found[1]!.step!] } });
    expect(done).toMatchObject({ added: 1, changed: 2 });
    expect(await stems(bankId)).toEqual(expect.arrayContaining(['First edited', 'Second', 'Other', 'Third']));
  });

  it('with another type, or that a file has twice, is never a change', async () => {
    const { bankId } = await mintBank(tenant);
    const first = await upload(bankId, giftFile('::a::First {T}'));
    await ok(admin, CONFIRM, { id: first.id, reportHash: first.reportHash });
    const { counts, rows } = await upload(bankId, giftFile('::a::First {=x ~y}\n\n::d::Same {T}\n\n::e::Same {T}\n'));
    expect(counts).toMatchObject({ similar: 0, change: 0, add: 2, skip: 1 });
    expect(rows.list.find(({ kind }) => kind === 'skip')!.reason).toBe('与文件中前面的一道题相同');
  });

  it('is the one whose id an export has written, also when its code and texts have changed', async () => {
    const { bankId } = await mintBank(tenant);
    const { bytes } = await exported(bankId, 'gift');
    const edited = bytes
      .toString()
      .replace('功率', '电功率')
      .replace('[id:power]', '[id:other]')
      .replace('::power::', '');
    const { id, reportHash, counts } = await upload(bankId, giftFile(edited));
    expect(counts).toMatchObject({ change: 1, add: 0, similar: 0 });
    await ok(admin, CONFIRM, { id, reportHash });
    const [only] = (await ok(admin, PAGE, { bankId })).list;
    expect(only).toMatchObject({ code: 'power', version: 2 });
  });
});

describe('an export', () => {
  it.each(FORMATS)('as %s that nobody has touched changes nothing', async (format) => {
    const { bankId } = await mintBank(tenant);
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const image = sharp({ create: { width: 90, height: 60, channels: 3, background: '#888', noise } });
    const picture = new File([Uint8Array.from(await image.png().toBuffer())], 'p.png');
    const { id: medium } = await ok(admin, 'POST /exam/auth/question/file/upload', { file: picture });
    const zh = (stem: string, options: string[] = [], analysis: string | null = null) => ({
      zh: { stem, analysis, options: options.map((text, n) => ({ key: 'ABCD'[n]!, text })) },
    });
    const questions = [
      {
        type: 'single',
        answer: 'A',
        texts: zh(`  看图 ![图](/media/${medium})\r\n\r\n说明 `, ['甲 ', `![x](/media/${medium})`]),
      },
      { type: 'multiple', answer: ['B'], texts: zh('只有一项正确', ['甲', '乙', '以上都不对']), keepsOrder: true },
      { type: 'multiple', answer: ['C', 'A'], texts: zh('选两项', ['甲', '乙', '丙']) },
      { type: 'judge', answer: false, texts: zh('对吗？\u000b', [], '') },
      {
        type: 'blank',
        answer: [
          ['24', ' 24  V '],
          ['*', '{1:SA:=x}', 'a*b'],
        ],
        texts: zh('电压 ____，接 ____ {1:SA:=y}'),
      },
      { type: 'blank', answer: [['=x', '~y']], texts: zh('`____` 一个') },
      { type: 'short', answer: '', texts: zh('没有参考答案') },
      { type: 'short', answer: `看图 ![图](/media/${medium}) [tag:y]`, texts: zh('{mlang en}为什么{mlang}？') },
    ] as const;
    for (const [n, question] of questions.entries())
      await ok(admin, SAVE, { ...structuredClone(question), ...base, bankId, code: `q${n}` } as never);
    const { bytes, fileName } = await exported(bankId, format);
    const { counts, rows } = await upload(bankId, new File([bytes], fileName));
    const differing = rows.list.filter(({ kind }) => kind !== 'unchanged' && kind !== 'loss');
    expect(differing.map(({ kind, stem, reason }) => [kind, stem, reason])).toEqual([]);
    expect(counts).toMatchObject({ unchanged: questions.length + 1, add: 0, change: 0, similar: 0 });
  });

  it.each(FORMATS)('as %s keeps the order of options, and exams keep it', async (format) => {
    const exam = await mintExam(tenant, {
      counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 },
      shuffleOptions: true,
    });
    const options = [...'ABCDEFGH'].map((key) => ({ key, text: `option ${key}` }));
    await ok(admin, 'POST /exam/auth/question/bulk/save', { action: 'delete', ids: exam.ids.single });
    const { id } = await ok(admin, SAVE, {
      ...{ type: 'single', answer: 'B', bankId: exam.bankId, keepsOrder: true, ...base },
      texts: { zh: { stem: '以上', options, analysis: null } },
    });
    const learner = await mintPerson(tenant);
    const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const { paper } = await readAttempt(tenant, attemptId);
    expect(paper[0]!.options.map(({ text }) => text)).toEqual(options.map(({ text }) => text));
    await ok(learner, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
    const { bankId } = await mintBank(tenant);
    const file = await exported((await ok(admin, VIEW, { id })).bankId, format);
    const report = await upload(bankId, new File([file.bytes], file.fileName));
    await ok(admin, CONFIRM, { id: report.id, reportHash: report.reportHash });
    const { list } = await ok(admin, PAGE, { bankId, keyword: '以上' });
    expect(list.map(({ keepsOrder }) => keepsOrder)).toEqual([true]);
  });
});

describe('a table', () => {
  /** Exports two questions as a table, and imports it into a bank with other rows. */
  async function importedRows(edit: (rows: string[][]) => string[][], into?: string, user = admin) {
    const { bankId } = await mintBank(tenant);
    const second = { zh: { stem: '电流的单位是？', analysis: null, options: options(['安', '伏']) } };
    await ok(admin, SAVE, {
      type: 'single',
      answer: 'A',
      texts: second,
      ...base,
      bankId,
      code: 'unit',
      keepsOrder: true,
    });
    const { bytes, fileName } = await exported(bankId, 'xlsx');
    const { sheets } = await readXlsx(bytes);
    const [head, ...rows] = sheets[0]!.rows.map((row) => row.map((cell) => String(cell ?? '')));
    const edited = await writeXlsx({ sheets: [{ name: 'x', rows: [head!, ...edit(rows)] }] });
    const { id } = await ok(user, UPLOAD, {
      bankId: into ?? bankId,
      file: new File([edited as never], fileName),
      lang: 'zh',
    });
    const report = await ok(user, REPORT, { id, pageSize: 100 });
    const found = report.rows.list.map(({ kind, stem, old, reason }) => [kind, stem, old?.stem ?? null, reason]);
    await ok(user, CONFIRM, { id, reportHash: report.reportHash });
    return { found, bankId, ids: rows.map((row) => row.at(-1)!) };
  }
  const options = (texts: string[]) => texts.map((text, n) => ({ key: 'ABCD'[n]!, text }));
  const read = async (bankId: string, by = admin) =>
    (await ok(by, PAGE, { bankId, pageSize: 100 })).list
      .map(({ id, stem, version, keepsOrder }) => ({ id, stem, version, keepsOrder }))
      .sort((a, b) => (a.stem < b.stem ? -1 : 1));
  const withStem = (row: string[], stem: string) => row.map((cell) => (/电流|功率/.test(cell) ? stem : cell));

  it('in which one stem was edited changes that question, also under another code', async () => {
    const { found, bankId, ids } = await importedRows(([power, unit]) => [
      power!,
      withStem(unit!, '电流的国际单位是？').with(0, 'other'),
    ]);
    expect(found).toEqual([
      ['change', '电流的国际单位是？', '电流的单位是？', null],
      ['unchanged', SINGLE.texts.zh.stem, null, null],
    ]);
    expect(await read(bankId)).toEqual([
      expect.objectContaining({ id: ids[0], version: 1 }),
      { id: ids[1], stem: '电流的国际单位是？', version: 2, keepsOrder: true },
    ]);
  });

  it('in which a row was copied has a new question, and says why', async () => {
    const { found, bankId } = await importedRows(([power, unit]) => [power!, unit!, withStem(unit!, '电压的单位是？')]);
    expect(found).toEqual([
      ['loss', '电压的单位是？', null, expect.stringContaining('编号“unit”重复')],
      ['add', '电压的单位是？', null, expect.stringContaining('相同的系统标识')],
      ['unchanged', SINGLE.texts.zh.stem, null, null],
      ['unchanged', '电流的单位是？', null, null],
    ]);
    expect((await read(bankId)).map(({ stem, version }) => [stem, version])).toEqual([
      [SINGLE.texts.zh.stem, 1],
      ['电压的单位是？', 1],
      ['电流的单位是？', 1],
    ]);
  });

  it('with the ids of another bank, or of another enterprise, has new questions', async () => {
    const other = await mintTenant();
    const stranger = await mintPerson(other, { isAdmin: true });
    for (const [of, user] of [
      [tenant, admin],
      [other, stranger],
    ] as const) {
      const into = await mintBank(of);
      const { found, bankId, ids } = await importedRows(
        (rows) => rows.map((row, n) => withStem(row, `第 ${n} 题`).with(0, '')),
        into.bankId,
        user,
      );
      expect(found.map(([kind]) => kind)).toEqual(['similar', 'add']);
      expect((await read(bankId)).map(({ version }) => version)).toEqual([1, 1]);
      const added = await read(into.bankId, user);
      expect(added.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([]);
      expect(added).toHaveLength(3);
    }
  });

  it('without the columns of later versions leaves what they say as it is', async () => {
    const { found, bankId } = await importedRows((rows) => rows.map((row) => row.with(-2, '').with(-1, '')));
    expect(found.map(([kind]) => kind)).toEqual(['unchanged', 'unchanged']);
    expect((await read(bankId)).map(({ keepsOrder }) => keepsOrder)).toEqual([false, true]);
  });
});

describe('an essay without a reference', () => {
  it('can be imported, and saved afterwards', async () => {
    const { bankId } = await mintBank(tenant);
    const { id, reportHash } = await upload(bankId, giftFile('::essay::Why? {}'));
    await ok(admin, CONFIRM, { id, reportHash });
    const [essay] = (await ok(admin, PAGE, { bankId, type: 'short' })).list;
    const { texts, version } = await ok(admin, VIEW, { id: essay!.id });
    const saved = await ok(admin, SAVE, {
      ...{ type: 'short', answer: '', texts, bankId, version, id: essay!.id },
      ...{ ...base, topic: 'Physics' },
    });
    expect(saved).toEqual({ id: essay!.id, version });
  });
});
