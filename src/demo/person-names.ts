import { seededRandom, shuffle } from '#src/lib/shuffle.ts';

/* Names of invented people. 1: male, 2: female. */

const SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严金魏陶姜谢邹苏潘葛范彭鲁韦马方任袁柳唐薛雷贺汤罗郝安常傅康余顾孟黄穆萧尹姚邵汪毛狄戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻贾江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓单洪包石崔龚程邢裴陆翁';
const MALE =
  '建军 志刚 海波 文斌 国强 振华 立新 永胜 俊杰 明辉 晓东 伟民 少华 家豪 子轩 宇航 浩然 天佑 鹏飞 庆丰 长河 德胜 光明 继红 学文 春生 守义 大伟 宏亮 新民 云龙 世杰 泽宇 嘉诚 向阳 东升 成林 玉柱 铁军 水生'.split(
    ' ',
  );
const FEMALE =
  '秀英 丽华 晓燕 雪芳 红梅 玉兰 佳琪 雨欣 思琪 婷婷 春花 桂香 美玲 晓敏 静怡 文慧 海燕 彩云 淑珍 月娥'.split(' ');

const FIRST: [string[], string[]] = [
  'Andrei Ramil Joseph Sanjay Oleksandr Mikkel Dmitri Rohan Ferdinand Marek Erik Carlo Viktor Piotr Jomar Vikram Sven Luka Bogdan Hassan Jerome Anton Ravi Nils Ivo Reynaldo Kofi Stefan Arvid Manoj Yusuf Goran Emil Noel Tariq Jonas'.split(
    ' ',
  ),
  'Camille Priya Marta Angelica Sofia Katrine Oksana Leila Hanna Divya Rosario Nina Elena Anja'.split(' '),
];
const LAST =
  'Petrov Aquino Fernandes Larsen Kovalenko Sharma Wisniewski Garcia Olsen Reyes Iyer Popescu Andersen Bautista Horvat Nair Lindholm Dela-Cruz Marin Ahmed Jansen Santiago Boateng Novotny Khan Dizon Pillai Strand Castillo Babic Rao Moen Flores Ivanov Tolentino Das Eriksen Mercado Stoica Haugen'.split(
    ' ',
  );

type Name = { userName: string; sex: 1 | 2 };

/**
 * Returns different names, in a fixed order.
 * @param taken names of others
 */
export function personNames(lang: 'zh' | 'en', count: number, taken: readonly string[]): Name[] {
  const join =
    lang === 'zh'
      ? (first: string, last: string) => `${last}${first}`
      : (first: string, last: string) => `${first} ${last.replace('-', ' ')}`;
  const lasts = lang === 'zh' ? [...SURNAMES] : LAST;
  const names = (lang === 'zh' ? [MALE, FEMALE] : FIRST).flatMap((firsts, at) =>
    firsts.flatMap((first) => lasts.map((last): Name => ({ userName: join(first, last), sex: at === 0 ? 1 : 2 }))),
  );
  return shuffle(names, seededRandom(`names ${lang}`))
    .filter(({ userName }) => !taken.includes(userName))
    .slice(0, count);
}
