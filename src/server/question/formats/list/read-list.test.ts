import { describe, expect, it } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const read = (text: string) => readQuestionFile(Buffer.from(text), { file: 'list', language: null });
const said = async (text: string) =>
  (await read(text)).drafts.map(({ type, texts, answer }) => [type, texts.zh?.stem ?? texts.en?.stem, answer]);

const LIST = `安全考试题库
一、单选题（每题2分）
1. 灭火器的压力表指针在什么区？
A. 红区
B、绿区
Ｃ．黄区  D. 黑区
答案：Ｂ
解析：绿区表示压力正常。
难度：容易
知识点：消防
二、多选题
2、触电急救包括（ A、C ）。
A．切断电源 B．用手拉开 C．呼救
三、判断题
（3）雷雨天可以在树下避雨（×）
第4题 火警电话是____。
答案：119
【答案解析】 全国统一
5．简述动火作业的要求
答：办理动火票；
清理可燃物`;

describe('a numbered list', () => {
  it('is read with its headings, labels and letters in all their spellings', async () => {
    const { drafts, losses } = await read(LIST.replace('第4题', '四、填空题\n第4题').replace('5．', '五、简答题\n5．'));
    expect(drafts.map(({ type, answer }) => [type, answer])).toEqual([
      ['single', 'B'],
      ['multiple', ['A', 'C']],
      ['judge', false],
      ['blank', [['119']]],
      ['short', '办理动火票；\n清理可燃物'],
    ]);
    expect(drafts[0]).toMatchObject({
      difficulty: 1,
      topic: '消防',
      texts: { zh: { analysis: '绿区表示压力正常。' } },
    });
    expect(drafts[0]!.texts.zh!.options.map(({ text }) => text)).toEqual(['红区', '绿区', '黄区', '黑区']);
    expect(drafts[1]!.texts.zh!.stem).toBe('触电急救包括（　）。');
    expect(drafts[1]!.texts.zh!.options.map(({ text }) => text)).toEqual(['切断电源', '用手拉开', '呼救']);
    // The title is no question, and is named.
    expect(losses.map(({ place }) => place.line)).toEqual([1]);
  });

  it('tells the type from the answer where no heading says it', async () => {
    expect(
      await said(
        '1. 选一个\nA. 甲\nB. 乙\n答案：A\n2. 选两个\nA. 甲\nB. 乙\n答案：AB\n3. 对吗\n答案：√\n4. 电压是____\n答案：220V',
      ),
    ).toEqual([
      ['single', '选一个', 'A'],
      ['multiple', '选两个', ['A', 'B']],
      ['judge', '对吗', true],
      ['blank', '电压是____', [['220V']]],
    ]);
    expect(await said('1) Which is red? (Single choice)\nA) Fire\nB) Water\nAnswer: A')).toEqual([
      ['single', 'Which is red?', 'A'],
    ]);
  });

  it('reports the line of a question that it cannot take', async () => {
    const { drafts, losses } = await read('1. 选一个\nA. 甲\nB. 乙\n答案：E\n2. 对吗\n答案：√');
    expect(drafts).toHaveLength(1);
    expect(losses).toMatchObject([{ kind: 'skipped', reason: 'badCell', place: { line: 1 }, values: { value: 'E' } }]);
  });

  it('is not what GIFT and other texts are', async () => {
    expect(await said('1. What is 2.5 + 1? {=3.5}')).toEqual([['blank', '1\\. What is 2.5 + 1? ____', [['3.5']]]]);
  });
});
