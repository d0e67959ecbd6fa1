import { describe, expect, it } from 'vitest';
import { parseVtt } from './web-vtt.ts';

describe('parseVtt', () => {
  it('reads cues with identifiers, settings, markup, entities and several lines', () => {
    const { cues, problems } = parseVtt(
      '\uFEFFWEBVTT - title\r\n\r\nNOTE a note\r\nof two lines\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n' +
        'intro\r\n00:01.500 --> 00:03.000 align:start position:0%\r\n<v Roger Bingham>One &amp; <i>two</i>\r\nthree &#20013;&bogus;\r\n\r\n' +
        '01:00:00.000 --> 01:00:01.250\r\nlate',
    );
    expect(problems).toEqual([]);
    expect(cues).toEqual([
      { start: 1.5, end: 3, text: 'Roger Bingham: One & two\nthree 中&bogus;' },
      { start: 3600, end: 3601.25, text: 'late' },
    ]);
  });

  it('orders cues by start', () => {
    const { cues } = parseVtt('WEBVTT\n\n00:09.000 --> 00:10.000\nb\n\n00:01.000 --> 00:02.000\na');
    expect(cues.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('reads SRT: no header, numbers, commas', () => {
    const { cues, problems } = parseVtt(
      '1\n00:00:01,000 --> 00:00:02,500\nfirst\n\n2\n00:00:03,000 --> 00:00:04,000\nsecond',
    );
    expect(cues).toEqual([
      { start: 1, end: 2.5, text: 'first' },
      { start: 3, end: 4, text: 'second' },
    ]);
    expect(problems).toEqual([{ line: 1, fault: 'header', message: 'should start with WEBVTT' }]);
  });

  it.each([
    [
      'times that are none',
      '00:xx.000 --> 00:02.000\ntext',
      'has times that cannot be read: "00:xx.000 --> 00:02.000"',
    ],
    [
      'a minute of 75 seconds',
      '00:75.000 --> 02:02.000\ntext',
      'has times that cannot be read: "00:75.000 --> 02:02.000"',
    ],
    ['no end', '00:01.000 -->\ntext', 'has times that cannot be read: "00:01.000 -->"'],
    ['an end before the start', '00:03.000 --> 00:02.000\ntext', 'ends before it starts'],
    ['no text', '00:01.000 --> 00:02.000\n\n', 'has no text'],
    ['markup only', '00:01.000 --> 00:02.000\n<c></c>', 'has no text'],
  ])('leaves out a cue with %s, reports its line and keeps the others', (_, broken, message) => {
    const { cues, problems } = parseVtt(`WEBVTT\n\n${broken}\n\n00:05.000 --> 00:06.000\ngood`);
    expect(cues).toEqual([{ start: 5, end: 6, text: 'good' }]);
    expect(problems).toMatchObject([{ line: 3, message }]);
  });

  it('names the speakers', () => {
    const { cues } = parseVtt('WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud 王 师傅>停！</v>\n<v Li>Why?');
    expect(cues.map(({ text }) => text)).toEqual(['王 师傅: 停！\nLi: Why?']);
  });

  it('reports text without times, but no header, number or name of a cue', () => {
    const { cues, problems } = parseVtt(
      'WEBVTT\nKind: captions\nLanguage: en\n\nThis has no times.\nNeither has this.\n\n7\n00:01.000 --> 00:02.000\none\n\nlost at the end',
    );
    expect(cues.map(({ text }) => text)).toEqual(['one']);
    expect(problems).toEqual([
      { line: 5, fault: 'noTimes', message: 'has no times: "This has no times."' },
      { line: 12, fault: 'noTimes', message: 'has no times: "lost at the end"' },
    ]);
  });

  it('separates cues without an empty line between them', () => {
    const { cues } = parseVtt('WEBVTT\n\n00:01.000 --> 00:02.000\none\n2\n00:02.000 --> 00:03.000\ntwo');
    expect(cues.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('keeps what only looks like markup, and reports a caption that is too long', () => {
    const { cues, problems } = parseVtt(
      `WEBVTT\n\n00:01.000 --> 00:02.000\n3 < 5 & <i>7</i> > 6\n\n00:02.000 --> 00:03.000\n${'x'.repeat(3_000)}`,
    );
    expect(cues[0]!.text).toBe('3 < 5 & 7 > 6');
    expect(problems).toEqual([
      { line: 6, fault: 'tooLong', message: 'has more than 2000 characters; the others are not shown' },
    ]);
  });

  it.each(['', 'WEBVTT', 'WEBVTT\n\nNOTE nothing'])('reports a file without captions: %j', (text) => {
    expect(parseVtt(text)).toMatchObject({ cues: [], problems: [{ line: 1 }] });
  });

  it('bears garbage: binary text, an endless line, a flood of broken cues', () => {
    expect(parseVtt('\u0001\u0002<<<>>>'.repeat(10_000)).cues).toEqual([]);
    expect(parseVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(200_000)}`).cues).toHaveLength(1);
    const flood = parseVtt(`WEBVTT\n\n${'1 --> 2\nx\n\n'.repeat(50_000)}`);
    expect(flood.cues).toEqual([]);
    expect(flood.problems).toHaveLength(20);
  });
});
