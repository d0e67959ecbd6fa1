import { seeded } from '../fault/random.ts';

const COMMON =
  '安全生产培训设备管理质量控制现场操作规程消防应急救援危险化学品仓储物流运输电气焊接起重机械叉车保养维修点检标准作业流程改善班组长领导力沟通客户服务合同财务预算采购供应链数据信息网络密码环境保护职业健康个人防护用品噪声粉尘';
const ENGLISH =
  'pump safety training valve operation maintenance quality inspection procedure emergency fire welding crane forklift storage shipping vessel crew bridge engine cargo hazard risk permit equipment leadership service contract budget data network password environment'.split(
    ' ',
  );

/** Generators of texts with word frequencies as in real ones: few frequent words, many rare ones. */
export function wordsOf(seed: number) {
  const random = seeded(seed);
  const rare = () => String.fromCodePoint(0x4e00 + Math.floor(random() * 6_000));
  const often = (count: number) => Math.floor(count * random() ** 3);
  /** @param length characters */
  function chinese(length: number): string {
    let text = '';
    while (text.length < length) {
      const at = often(COMMON.length - 4);
      text += random() < 0.6 ? COMMON.slice(at, at + 2 + Math.floor(random() * 3)) : rare() + rare();
    }
    return text;
  }
  /** @param count words */
  const english = (count: number) =>
    Array.from({ length: count }, () =>
      random() < 0.7 ? ENGLISH[often(ENGLISH.length)]! : `x${Math.floor(random() * 5_000)}`,
    ).join(' ');
  return { random, often, chinese, english };
}
