import { lookOf } from './look-alike.ts';

/** Names that seem to speak for the portal or its operator. */
const RESERVED = [
  ...[
    '知行',
    '知行平台',
    '知行学习平台',
    '平台',
    '本平台',
    '系统',
    '系统通知',
    '系统消息',
    '公告',
    '通知',
    '运营',
    '运营商',
  ],
  ...['zhixing', 'portal', 'system', 'root', 'operator', 'webmaster', 'postmaster', 'security team'],
];
/** Reserved also as a part of a name. Of names in letters: as a word of it, because `Badminton` contains `admin`. */
const PARTS = ['管理员', '官方', '客服'];
const WORDS = ['admin', 'admins', 'administrator', 'administrators', 'moderator', 'official', 'support', 'helpdesk'];

/** Also in capitals, of which `I` looks like `l`. */
const looks = (names: string[]) => new Set(names.flatMap((name) => [name, name.toUpperCase()]).flatMap(lookOf));
const RESERVED_LOOKS = looks(RESERVED);
const WORD_LOOKS = looks(WORDS);
const PART_LOOKS = [...looks(PARTS)];

/** Whether a name seems to be that of somebody who speaks for the portal, in any script that looks like it. */
export function isReservedName(name: string): boolean {
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}|]+/u);
  return (
    lookOf(name).some((form) => RESERVED_LOOKS.has(form) || PART_LOOKS.some((part) => form.includes(part))) ||
    words.some((word) => [word, word.replace(/\d+$/, '')].flatMap(lookOf).some((form) => WORD_LOOKS.has(form)))
  );
}
