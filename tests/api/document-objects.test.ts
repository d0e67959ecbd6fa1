import { beforeAll, describe, expect, it } from 'vitest';
import { docxParts, makeDocx, makeXlsx, pptxParts, relations } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { mintCourse } from '../factories/course.ts';
import type { MIME } from '../factories/office-files.ts';
import { mintDocument, png } from '../factories/office-files.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What Word and PowerPoint documents have besides texts, tables and pictures. */

let tenant: TestTenant;
let learner: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant);
});

async function shown(type: keyof typeof MIME, bytes: Buffer | string, locale: 'zh' | 'en' = 'en') {
  const { resourceId } = await mintDocument(tenant, courseId, type, bytes);
  const reader = { ...learner, locale };
  const view = await ok(reader, 'GET /course/auth/study/document/view', { resourceId });
  const html = view.problem
    ? ''
    : (await ok(reader, 'GET /course/auth/study/document/page', { resourceId, number: 1 })).html;
  return { view, html };
}

const NAMESPACES =
  'xmlns:m="m" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="c" xmlns:dgm="dgm" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wpg="wpg" xmlns:wps="wps" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
type Targets = Parameters<typeof relations>[0];

/** A document with these paragraphs. */
function word(body: string, targets: Targets = [], more: Record<string, string | Buffer> = {}): Buffer {
  const parts = { ...docxParts([]), ...more };
  parts['word/_rels/document.xml.rels'] = relations([['rId1', 'styles', 'styles.xml'], ...targets]);
  parts['word/document.xml'] = String(parts['word/document.xml'])
    .replace('<w:document ', `<w:document ${NAMESPACES.replace(/ xmlns:r="[^"]*"/, '')} `)
    .replace('</w:body>', `${body}</w:body>`);
  return zip(parts);
}
const text = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`;
const drawing = (inner: string, about: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" ${about}/><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const CHART =
  '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:t>Accidents</a:t></c:title><c:ser><c:tx><c:pt idx="0"><c:v>Ships</c:v></c:pt></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June &amp; July</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>1</c:v></c:pt></c:val></c:ser></c:chartSpace>';
const DIAGRAM =
  '<dgm:dataModel xmlns:dgm="dgm" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="pres"/><dgm:pt><dgm:t><a:p><a:r><a:t>Do &lt;it&gt;</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>';
const CHART_TABLE =
  '<thead><tr><th></th><th>Ships</th></tr></thead><tbody><tr><td>May</td><td>3</td></tr><tr><td>June &amp; July</td><td>1</td></tr></tbody>';
const LIST = '<ul><li>Plan</li><li>Do &lt;it&gt;</li></ul>';

describe('a formula', () => {
  const r = (content: string) => `<m:r><m:t>${content}</m:t></m:r>`;
  const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`;
  const mathOf = async (omml: string) => {
    const { html } = await shown(
      'docx',
      word(`<w:p>${text('Then ')}<m:oMath>${omml}</m:oMath>${text(' holds.')}</w:p>`),
    );
    return /^<p>Then <math>(.*)<\/math> holds\.<\/p>$/s.exec(html)![1]!.replaceAll(/<\/?mrow>/g, '');
  };

  it.each([
    [
      'a fraction',
      part('f', part('num', r('a+1')) + part('den', r('2'))),
      '<mfrac><mi>a</mi><mo>+</mo><mn>1</mn><mn>2</mn></mfrac>',
    ],
    ['a power', part('sSup', part('e', r('x')) + part('sup', r('2'))), '<msup><mi>x</mi><mn>2</mn></msup>'],
    ['an index', part('sSub', part('e', r('a')) + part('sub', r('n'))), '<msub><mi>a</mi><mi>n</mi></msub>'],
    [
      'a square root',
      part('rad', `<m:radPr><m:degHide m:val="1"/></m:radPr>${part('deg', '')}${part('e', r('x'))}`),
      '<msqrt><mi>x</mi></msqrt>',
    ],
    ['a cube root', part('rad', part('deg', r('3')) + part('e', r('x'))), '<mroot><mi>x</mi><mn>3</mn></mroot>'],
    [
      'a sum',
      part(
        'nary',
        `<m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>${part('sub', r('1'))}${part('sup', r('n'))}${part('e', r('k'))}`,
      ),
      '<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>k</mi>',
    ],
    [
      'brackets',
      part('d', `<m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr>${part('e', r('x'))}`),
      '<mo>[</mo><mi>x</mi>',
    ],
    [
      'a matrix',
      part('m', part('mr', part('e', r('1')) + part('e', r('0')))),
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>',
    ],
    [
      'a function',
      part('func', part('fName', '<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r>') + part('e', r('x'))),
      '<mi mathvariant="normal">sin</mi><mo>\u2061</mo><mi>x</mi>',
    ],
    [
      'an accent',
      part('acc', `<m:accPr><m:chr m:val="\u20d7"/></m:accPr>${part('e', r('v'))}`),
      '<mover accent="true"><mi>v</mi><mo>→</mo></mover>',
    ],
    ['text', r('速度 &lt; 3.5'), '<mtext>速度</mtext><mtext> </mtext><mo>&lt;</mo><mtext> </mtext><mn>3.5</mn>'],
    ['a part that is not known', part('strange', r('y')), '<mi>y</mi>'],
  ])('with %s is shown in its place', async (_, omml, expected) => {
    expect(await mathOf(omml)).toBe(expected);
  });

  it('in a paragraph of its own is a block, and one nested without end is its text', async () => {
    const block = await shown('docx', word(`<w:p><m:oMathPara><m:oMath>${r('x')}</m:oMath></m:oMathPara></w:p>`));
    expect(block.html).toMatch(/^<p><math display="block">.*<mi>x<\/mi>.*<\/math><\/p>$/);
    const deep = '<m:box><m:e>'.repeat(500) + r('z') + '</m:e></m:box>'.repeat(500);
    expect(await mathOf(deep)).toBe('<mtext>z</mtext>');
  });
});

describe('a Word document', () => {
  it('names its charts and diagrams, and shows their numbers and texts', async () => {
    const file = word(
      `<w:p>${drawing('<c:chart r:id="rId7"/>', 'name="Chart 1"')}</w:p><w:p>${drawing('<dgm:relIds r:dm="rId8"/>', 'name="Diagram 2" descr="The cycle"')}</w:p><w:p>${text('after')}</w:p>`,
      [
        ['rId7', 'chart', 'charts/chart1.xml'],
        ['rId8', 'diagramData', 'diagrams/data1.xml'],
      ],
      { 'word/charts/chart1.xml': CHART, 'word/diagrams/data1.xml': DIAGRAM },
    );
    const { html } = await shown('docx', file);
    expect(html).toContain(
      '<span class="absent">A chart, not shown as it looks: download the file to see it · Accidents</span>',
    );
    expect(html).toContain(CHART_TABLE);
    expect(html).toContain(`see it · The cycle</span>${LIST}<p>after</p>`);
    expect((await shown('docx', file, 'zh')).html).toContain('图表（未按原样显示，请下载文件查看） · Accidents');
  });

  it('names objects, old formulas, drawings and pictures that are not shown', async () => {
    const object = (program: string) => `<w:r><w:object><o:OLEObject ProgID="${program}"/></w:object></w:r>`;
    const group = `<w:r><mc:AlternateContent><mc:Choice Requires="wpg">${drawing('<wpg:wgp/>', 'name="Flow"').replace(/<\/?w:r>/g, '')}</mc:Choice><mc:Fallback><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const picture = (link: string) =>
      drawing(
        `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip ${link}/></pic:blipFill></pic:pic>`,
        'name="Picture 4" descr="The &lt;hall&gt;"',
      );
    const { html } = await shown(
      'docx',
      word(
        `<w:p>${object('Equation.DSMT4')}</w:p><w:p>${object('Excel.Sheet.12')}</w:p><w:p>${group}</w:p><w:p>${picture('r:link="rId9"')}</w:p><w:p>${picture('r:embed="rId10"')}</w:p>`,
        [
          ['rId9', 'image', 'https://example.com/x.png', ' TargetMode="External"'],
          ['rId10', 'image', 'media/image1.emf'],
        ],
        { 'word/media/image1.emf': Buffer.from('an enhanced metafile') },
      ),
    );
    const names = [...html.matchAll(/<span class="absent">([^<]*)<\/span>/g)].map(([, name]) =>
      name!.replace(/: download.*?see it/, ''),
    );
    expect(names).toEqual([
      'A formula that is not shown · Equation.DSMT4',
      'An embedded object that is not shown · Excel.Sheet.12',
      'A drawing, without its lines and shapes · Flow',
      'A picture that is not shown · The &lt;hall&gt;',
      'A picture that is not shown · The &lt;hall&gt;',
    ]);
    expect(html).toContain('DRAFT');
  });

  it('names shapes of old programs and linked pictures among them', async () => {
    const pict = (inner: string) => `<w:p><w:r><w:pict>${inner}</w:pict></w:r></w:p>`;
    const alternative = (inner: string, about: string) =>
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing(`<wps:wsp>${inner}</wps:wsp>`, about).replace(/<\/?w:r>/g, '')}</mc:Choice><mc:Fallback><w:pict><v:shape alt="old">${inner}</v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const { html } = await shown(
      'docx',
      word(
        [
          pict('<v:line alt="An arrow" from="0,0" to="9,9"/>'),
          pict('<v:group alt="Flow chart"><v:rect/><v:oval/></v:group>'),
          pict('<v:shape><v:imagedata r:href="rId9" o:title="The hall"/></v:shape>'),
          pict('<v:shape><v:imagedata r:id="rId10" o:title="Here"/></v:shape>'),
          pict('<v:rect o:hr="t"/>'),
          pict(
            `<v:shape alt="box"><v:textbox><w:txbxContent><w:p>${text('in a box')}</w:p></w:txbxContent></v:textbox></v:shape>`,
          ),
          alternative('', 'name="Oval 3"'),
          alternative(`<w:txbxContent><w:p>${text('in a shape')}</w:p></w:txbxContent>`, 'name="Box 4"'),
        ].join(''),
        [
          ['rId9', 'image', 'https://example.com/x.png', ' TargetMode="External"'],
          ['rId10', 'image', 'media/image1.png'],
        ],
        { 'word/media/image1.png': await png() },
      ),
    );
    const names = [...html.matchAll(/<span class="absent">([^<]*)<\/span>/g)].map(([, name]) =>
      name!.replace(/: download.*?see it/, ''),
    );
    expect(names).toEqual([
      'A drawing, without its lines and shapes · An arrow',
      'A drawing, without its lines and shapes · Flow chart',
      'A picture that is not shown · The hall',
      'A drawing, without its lines and shapes · Oval 3',
    ]);
    expect(html).toContain('<img');
    expect(html).toContain('in a box');
    expect(html).toContain('in a shape');
  });
});

describe('a slide', () => {
  /** A presentation with one slide with these shapes. */
  function slides(inner: string, targets: Targets = [], more: Record<string, string | Buffer> = {}): Buffer {
    const parts = { ...pptxParts([{ title: 'T', points: [] }]), ...more };
    parts['ppt/slides/slide1.xml'] = String(parts['ppt/slides/slide1.xml'])
      .replace('<p:sld ', '<p:sld xmlns:mc="mc" xmlns:m="m" xmlns:a14="a14" xmlns:c="c" xmlns:dgm="dgm" ')
      .replace('</p:spTree>', `${inner}</p:spTree>`);
    parts['ppt/slides/_rels/slide1.xml.rels'] = relations(targets);
    return zip(parts);
  }
  const box = (paragraphs: string) => `<p:sp><p:txBody>${paragraphs}</p:txBody></p:sp>`;
  const run = (content: string) => `<a:r><a:t>${content}</a:t></a:r>`;
  const frame = (inner: string, about: string) =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" ${about}/></p:nvGraphicFramePr><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></p:graphicFrame>`;

  it('keeps line breaks, merged cells and formulas, and what is there for old programs only once', async () => {
    const cell = (content: string, more = '') => `<a:tc${more}><a:txBody><a:p>${run(content)}</a:p></a:txBody></a:tc>`;
    const table = `<a:tbl><a:tr>${cell('wide', ' gridSpan="2"')}${cell('', ' hMerge="1"')}${cell('tall', ' rowSpan="2"')}</a:tr><a:tr>${cell('a')}${cell('b')}${cell('', ' vMerge="1"')}</a:tr></a:tbl>`;
    const formula = '<a:p><a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m></a:p>';
    const { html } = await shown(
      'pptx',
      slides(
        box(`<a:p>${run('one')}<a:br/>${run('two')}</a:p>`) +
          frame(table, 'name="Table"') +
          `<mc:AlternateContent><mc:Choice Requires="a14">${box(formula)}</mc:Choice><mc:Fallback>${box(`<a:p>${run('old')}</a:p>`)}</mc:Fallback></mc:AlternateContent>`,
      ),
    );
    expect(html).toContain('<p>one<br />two</p>');
    expect(html).toContain('<tr><td colspan="2">wide</td><td rowspan="2">tall</td></tr><tr><td>a</td><td>b</td></tr>');
    expect(html).toContain('<p><math><mrow><mi>x</mi></mrow></math></p>');
    expect(html).not.toContain('old');
  });

  it('names charts, diagrams, objects, videos and pictures that are not shown', async () => {
    const film =
      '<p:pic><p:nvPicPr><p:cNvPr id="5" name="drill.mp4"/><p:nvPr><a:videoFile r:link="rId5"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="rId6"/></p:blipFill></p:pic>';
    const { html } = await shown(
      'pptx',
      slides(
        frame('<c:chart r:id="rId7"/>', 'name="Chart 1"') +
          frame('<dgm:relIds r:dm="rId8"/>', 'name="Cycle"') +
          frame('<p:oleObj progId="Excel.Sheet.12"/>', 'name="Sheet"') +
          film,
        [
          ['rId6', 'image', '../media/poster.png'],
          ['rId7', 'chart', '../charts/chart1.xml'],
          ['rId8', 'diagramData', '../diagrams/data1.xml'],
        ],
        { 'ppt/charts/chart1.xml': CHART, 'ppt/diagrams/data1.xml': DIAGRAM, 'ppt/media/poster.png': await png() },
      ),
    );
    expect(html).toContain(`see it · Accidents</span>`);
    expect(html).toContain(CHART_TABLE);
    expect(html).toContain(`see it · Cycle</span>${LIST}`);
    expect(html).toContain('see it · Excel.Sheet.12 · Sheet</span>');
    expect(html).toMatch(/<p><span class="absent">A video[^<]*drill\.mp4<\/span><\/p><p><img width="60"/);
  });
});

describe('an empty document', () => {
  it.each([
    ['docx', makeDocx([])],
    ['txt', ''],
    ['md', '\n'],
    ['csv', ''],
    ['pptx', zip(pptxParts([]))],
    ['xlsx', makeXlsx([{ name: 'Sheet1', rows: [] }])],
  ] as const)('of the type %s is one empty page, not a damaged file', async (type, bytes) => {
    const { view, html } = await shown(type, await bytes);
    expect(view).toMatchObject({ problem: null, pageCount: 1 });
    expect(html.replace('<div class="plain-text"></div>', '')).toBe('');
  });
});
