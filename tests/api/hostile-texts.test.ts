import { beforeAll, describe, expect, it } from 'vitest';
import { COMMENT_LENGTH } from '#src/contract/rules/community.ts';
import { tidyName } from '#src/contract/rules/names.ts';
import { sanitizeForStorage, markdownToHtml, richTextToHtml } from '#src/lib/markdown.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { HOSTILE_TEXTS } from '../factories/hostile-texts.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/* Stored texts with script injections. tests/e2e/hostile-texts.test.ts tests them on pages. */

const TAGS =
  'h2 h3 h4 p br hr blockquote pre ul ol li div span a b strong i em u s del ins mark small sub sup code kbd table caption thead tbody tfoot tr th td figure figcaption img';
const ATTRIBUTES =
  'href title target rel src alt width height loading decoding colspan rowspan scope class start role tabindex';

/** Returns forbidden parts of sanitised HTML, in which `<` always begins a tag and attributes have double quotes. */
function foreign(html: string): string[] {
  const wrong: string[] = [];
  const rest = html.replace(
    /<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)( \/)?>/g,
    (_tag, _end, name: string, list: string) => {
      if (!TAGS.split(' ').includes(name)) wrong.push(`<${name}>`);
      for (const [, attribute, value] of list.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
        if (!ATTRIBUTES.split(' ').includes(attribute!)) wrong.push(attribute!);
        if (attribute === 'href' && !/^(https?:|mailto:|tel:|[/#?]|[\w.-]*$)/.test(value!)) wrong.push(`href ${value}`);
        if (attribute === 'src' && !/^\/media\/[0-9a-f-]{36}$/.test(value!)) wrong.push(`src ${value}`);
      }
      return '';
    },
  );
  if (rest.includes('<')) wrong.push(rest);
  return wrong;
}

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

describe.each(HOSTILE_TEXTS)('%j', (text) => {
  it('is sanitised as Markdown, as HTML, and as already sanitised HTML', () => {
    for (const html of [
      markdownToHtml(text),
      richTextToHtml(text),
      richTextToHtml(`<p>${text}`),
      richTextToHtml(sanitizeForStorage(`<p>${text}</p>`)),
      richTextToHtml(sanitizeForStorage(`<table><tr><td title="${text}">${text}`)),
    ])
      expect(foreign(html), html).toEqual([]);
  });
});

it('detects forbidden parts', () => {
  expect(foreign('<p>a</p><img src="/media/01a1fee7-f219-7406-a013-9a66963bb6f5" alt="" />')).toEqual([]);
  for (const html of [
    '<script>',
    '<p onclick="x">',
    '<a href="javascript:x">a</a>',
    '<img src="x">',
    'a < b',
    '<p x=y>',
  ])
    expect(foreign(html), html).not.toEqual([]);
});

it('is sanitised in announcements, and returned unchanged in comments and replies', async () => {
  for (const [i, body] of HOSTILE_TEXTS.entries()) {
    const subjectId = await mintAnnouncement(tenant, { title: body, summary: body, author: body, body });
    const view = await ok(tenant.anonymous, 'GET /user/api/announcement/view', { id: subjectId });
    expect(foreign(view.bodyHtml)).toEqual([]);
    expect([view.title, view.summary, view.author]).toEqual([body, body, body]);
    const who = await mintPerson(tenant);
    const content = body.slice(0, COMMENT_LENGTH);
    const { comment } = await ok(who, 'POST /user/auth/announcement/comment/save', { subjectId, content });
    // Other line separators become newlines, and invisible characters are removed.
    const plain = (text: string) => text.replace(/[\u0001\u2028\u2029\u000b\u000c\n]/g, '');
    expect(plain(comment.content), String(i)).toBe(plain(content));
    const input = { commentId: comment.id, content };
    const { reply } = await ok(who, 'POST /user/auth/announcement/comment/reply/save', input);
    expect(reply.content).toBe(comment.content);
  }
});

it('is accepted as a name if it is short enough', async () => {
  const who = await mintPerson(tenant);
  for (const nickname of HOSTILE_TEXTS) {
    const { code } = await call(who, 'PUT /user/auth/enterprise/user/info/update', { nickname });
    const me = await ok(who, 'GET /user/auth/enterprise/user/info/current/view');
    if (code === 200) expect(me.nickname).toBe(tidyName(nickname));
    else expect(code).toBe(422);
  }
});
