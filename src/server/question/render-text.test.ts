import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../tests/factories/hostile-texts.ts';
import { mediaOf, renderText } from './render-text.ts';

const PICTURE = '019a0000-0000-7000-8000-000000000001';
const SOUND = '019a0000-0000-7000-8000-000000000002';
const media = new Map([
  [PICTURE, { kind: 'picture', width: 640, height: 360 }],
  [SOUND, { kind: 'sound', width: null, height: null }],
] as const);
const render = (text: string) => renderText(text, media);

describe('a text without Markdown', () => {
  it.each([
    'Voltage is ____, at most ____ V.',
    'a\nb\n\nc',
    '____',
    '2 < 3 & "x"',
    'It costs $5 or $10.',
    'a_b_c',
    'x\n---',
  ])('%j stays as it is', (text) => expect(render(text)).toBeNull());
});

describe('a rendered text', () => {
  it('has formulas as MathML, in the line and on lines of their own', () => {
    expect(render('Power is $P = UI$.')).toMatch(/^Power is <math>.*<mi>P<\/mi>.*<\/math>\.$/s);
    expect(render('$$\\frac{a}{b}$$')).toMatch(/^<div class="formula" role="group" tabindex="0"><math display="block"/);
    expect(render('$\\notacommand{$')).toContain('<code class="formula-source">');
  });

  it('has tables that can be scrolled, and blanks in them', () => {
    const html = render('| U | I |\n|---|--:|\n| 24 V | ____ |')!;
    expect(html).toContain('<div class="table-scroll" role="group" tabindex="0"><table>');
    expect(html).toContain('<td class="align-end">____</td>');
  });

  it('has pictures and sound of the tenant, and only their description otherwise', () => {
    expect(render(`![a "valve"](/media/${PICTURE})`)).toBe(
      `<img src="/media/${PICTURE}" alt="a &quot;valve&quot;" width="640" height="360" decoding="async" />`,
    );
    expect(render(`![alarm](/media/${SOUND})`)).toBe(
      `<audio controls preload="metadata" src="/media/${SOUND}" aria-label="alarm"></audio>`,
    );
    const foreign = '019a0000-0000-7000-8000-000000000009';
    expect(render(`![x](/media/${foreign})`)).toBe('[x]');
    expect(render('![x](https://example.com/x.png)')).toBe('[x]');
    expect(mediaOf(`![a](/media/${PICTURE}) and ![b](/media/${SOUND})`)).toEqual([PICTURE, SOUND]);
  });

  it('names the address of a link, and has rules between blank lines', () => {
    expect(render('See [**the** law](https://example.com/a?b=1&c=2).')).toBe(
      'See <strong>the</strong> law (https://example.com/a?b=1&amp;c=2).',
    );
    expect(render('<https://example.com/法>')).toBe('https://example.com/法');
    expect(render('[me](mailto:me@example.com) [x](javascript:alert(1))')).toBe(
      'me (me@example.com) [x](javascript:alert(1))',
    );
    expect(render('a\n\n* * *\n\nb')).toContain('<hr');
    expect(render('a\n\n____\n\n**b**')).not.toContain('<hr');
  });

  it('contains no link, no script and no style', () => {
    expect(render('**b** [x](https://example.com) <script>alert(1)</script>')).toBe(
      '<strong>b</strong> x (https://example.com) &lt;script&gt;alert(1)&lt;/script&gt;',
    );
    for (const text of HOSTILE_TEXTS)
      expect(render(`**x** ${text}`) ?? '').not.toMatch(/<(?:script|a|iframe|svg)\b|<[^>]*\son\w+=/i);
  });
});
