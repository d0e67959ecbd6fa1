import { parseArgs } from 'node:util';
import { sheetWork, stopWork } from '#src/server/core/worker/pools.ts';
import { makeSheet } from '#src/server/record/sheet/make-sheet.ts';

/*
 * `node tests/bench/certificates.ts --certificates 10000`: certificates as PDF, one after the other as an archive makes them, each with another name. Prints the time,
 * how long one takes, its size, and the memory of the process with its thread.
 */

const { values } = parseArgs({ options: { certificates: { type: 'string', default: '10000' } } });
const count = Number(values.certificates);
/** Characters of names: common ones, and rare ones that few fonts have. */
const NAMES = Array.from(
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英堃龑㛃䶮𬭎',
);
const letter = (n: number) => NAMES[n % NAMES.length]!;

const began = performance.now();
let bytes = 0;
let slowest = 0;
for (let n = 0; n < count; n++) {
  const from = performance.now();
  const pdf = await makeSheet(
    {
      ...{
        certificateName: '特种作业人员安全技术考核合格证',
        certificateNo: `BENCH-2026-${String(n).padStart(6, '0')}`,
      },
      ...{ issuer: '安全环保部', enterpriseName: '华信制造（集团）有限公司' },
      userName: letter(n) + letter(n * 7 + 3) + letter(n * 13 + 5),
      ...{ gmtCreate: new Date(), expireTime: new Date(Date.now() + 365 * 86_400_000) },
      ...{ classHours: null, credits: null },
      ...{ revokeTime: null, replacedBy: null, layout: null },
    },
    { locale: n % 2 ? 'en' : 'zh', timeZone: 'Asia/Shanghai', origin: 'https://learn.example.com', owner: 'bench' },
  );
  bytes += pdf.length;
  if (n > 0) slowest = Math.max(slowest, performance.now() - from);
}
const seconds = (performance.now() - began) / 1000;
console.table([
  {
    ...{ certificates: count, seconds: Math.round(seconds), 'ms each': Math.round((seconds * 1000) / count) },
    ...{ 'slowest, ms': Math.round(slowest), 'KB each': Math.round(bytes / count / 1024) },
    'MB of the process': Math.round(process.memoryUsage().rss / 1024 / 1024),
  },
]);
if (sheetWork.load.running + sheetWork.load.waiting > 0) throw new Error('something is left');
await stopWork();
