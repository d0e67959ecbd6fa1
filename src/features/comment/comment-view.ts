import type { Data } from '#src/contract/calls.ts';
import { textParts } from '#src/lib/comment-text.ts';
import { relativeTime } from '#src/lib/relative-time.ts';

export type Comment = Data<'POST /user/auth/announcement/comment/page'>['list'][number];
export type Reply = Comment['replies'][number];

const one = <T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string) =>
  root.querySelector<T>(selector)!;

/** Draws a comment from the pattern that the server sent along. Whatever a person wrote goes in as text. */
export function drawComment(section: HTMLElement, comment: Comment): HTMLElement {
  const item = draw(section, 'comment', comment);
  const replies = one(item, '[data-replies]');
  for (const reply of comment.replies) replies.append(drawReply(section, reply));
  replies.dataset.last = comment.replies.at(-1)?.id ?? '';
  showRest(section, item, comment.replyCount);
  return item;
}

/** Draws a reply. */
export function drawReply(section: HTMLElement, reply: Reply): HTMLElement {
  const item = draw(section, 'reply', reply);
  one(item, '[data-answers]').hidden = !reply.replyToUserName;
  one(item, '[data-answered]').textContent = reply.replyToUserName;
  return item;
}

/** The button for the replies that are not shown yet. */
export function showRest(section: HTMLElement, item: HTMLElement, replyCount: number): void {
  const button = one(item, '[data-more-replies]');
  const rest = replyCount - one(item, '[data-replies]').childElementCount;
  button.hidden = rest <= 0;
  button.textContent = section.dataset.rest!.replace('{n}', String(rest));
}

/** A form for a reply. */
export function drawForm(section: HTMLElement): HTMLFormElement {
  return pattern(section, 'form') as HTMLFormElement;
}

/** Brings "3 minutes ago" up to date; a kept page, or an open one, has grown older. */
export function showTimes(section: HTMLElement): void {
  for (const time of section.querySelectorAll<HTMLTimeElement>('time[data-relative]')) showTime(section, time);
}

function draw(section: HTMLElement, name: string, said: Comment | Reply): HTMLElement {
  const item = pattern(section, name);
  item.id = `comment-${said.id}`;
  item.dataset.comment = said.id;
  item.dataset.at = said.gmtCreate;
  one(item, '[data-name]').textContent = said.userName || section.dataset.formerMember!;
  one<HTMLAnchorElement>(item, '[data-link]').href = `#comment-${said.id}`;
  one(item, '[data-delete]').hidden = !said.deletable;
  one(item, '[data-text]').replaceChildren(...textParts(said.content).map(drawPart));
  showPortrait(one(item, '[data-portrait]'), said);
  const time = one<HTMLTimeElement>(item, 'time');
  time.dateTime = said.gmtCreate;
  time.title = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: section.dataset.timeZone,
  }).format(new Date(said.gmtCreate));
  showTime(section, time);
  return item;
}

function drawPart(part: ReturnType<typeof textParts>[number]): Node {
  if ('br' in part) return document.createElement('br');
  if (!part.href) return document.createTextNode(part.text);
  const link = document.createElement('a');
  link.href = part.href;
  link.rel = 'nofollow ugc noopener noreferrer';
  link.target = '_blank';
  link.className = 'link link-primary break-all';
  link.textContent = part.text;
  return link;
}

function showPortrait(place: HTMLElement, { headPortrait, sex }: Comment | Reply): void {
  const photo = one<HTMLImageElement>(place, '[data-photo]');
  if (headPortrait) photo.src = headPortrait;
  else photo.remove();
  for (const drawing of place.querySelectorAll<HTMLElement>('[data-sex]')) {
    if (headPortrait || drawing.dataset.sex !== (sex === 2 ? '2' : '1')) drawing.remove();
  }
}

function showTime({ dataset }: HTMLElement, time: HTMLTimeElement): void {
  time.textContent = relativeTime(time.dateTime, new Date(), dataset.locale as 'zh' | 'en') ?? dataset.justNow!;
}

function pattern(section: HTMLElement, name: string): HTMLElement {
  const template = section.querySelector<HTMLTemplateElement>(`template[data-pattern="${name}"]`)!;
  return template.content.firstElementChild!.cloneNode(true) as HTMLElement;
}
