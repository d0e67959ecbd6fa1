const port = Number(process.env.E2E_PORT);

export const PASSWORD = 'Study@2026';

/** What the tests know of a demo tenant (src/demo/packs). */
export type DemoTenant = {
  key: 'huaxin' | 'bluebay';
  origin: string;
  name: string;
  /** Title in Chinese and in English. */
  title: { zh: string; en: string };
  phonePrefix: string;
  course: { code: string; title: string };
  exam: { code: string; title: string };
  /** A course of one film, one document and an exam without short answers. */
  shortCourse: { title: string };
  /** First film of the course. */
  film: string;
  /** One that is bought by the seat, and what two seats cost in the two languages. */
  paidCourse: { title: string; two: { zh: string; en: string } };
  /** The people who approve an order, one after another. */
  orderApprovers: number[];
  /** One that takes registrations. */
  registeredCourse: { title: string };
  /** One with a practical operation. */
  practiceCourse: { title: string; practice: string };
};

const at = (host: string, useAnother = port) => `http://${host}:${useAnother}`;

export const tenants: Record<DemoTenant['key'], DemoTenant> = {
  huaxin: {
    key: 'huaxin',
    origin: at('localhost'),
    name: '华信制造',
    title: { zh: '华信知行学院', en: 'Huaxin Academy' },
    phonePrefix: '138000000',
    course: { code: 'workshop-safety', title: '车间安全生产通识' },
    exam: { code: 'workshop-safety-exam', title: '《车间安全生产通识》结课考试' },
    shortCourse: { title: '信息安全人人有责' },
    film: '认识车间里的风险',
    paidCourse: { title: '质量体系内审员认证', two: { zh: '¥1,360.00', en: 'CN¥1,360.00' } },
    orderApprovers: [7, 4],
    registeredCourse: { title: '危险化学品使用与储存' },
    practiceCourse: { title: '设备点检与日常保养', practice: '现场点检实操' },
  },
  bluebay: {
    key: 'bluebay',
    origin: at('bluebay.localhost'),
    name: 'Bluebay Shipping',
    title: { zh: '蓝湾航运学院', en: 'Bluebay Academy' },
    phonePrefix: '139000000',
    course: { code: 'ism-code', title: 'The ISM Code in practice' },
    exam: { code: 'ism-exam', title: 'The ISM Code in practice: final exam' },
    shortCourse: { title: 'Cyber security on board' },
    film: 'Why the ISM Code exists',
    paidCourse: { title: 'ECDIS type-specific training', two: { zh: 'US$480.00', en: '$480.00' } },
    orderApprovers: [4],
    registeredCourse: { title: 'Carrying dangerous goods under the IMDG Code' },
    practiceCourse: { title: 'Enclosed space entry', practice: 'Rescue drill from a tank' },
  },
};

/** Phone of the nth demo person, from 1. Tests that change something use a person nobody else uses. */
export const phone = (tenant: Pick<DemoTenant, 'phonePrefix'>, n: number) =>
  tenant.phonePrefix + String(n).padStart(2, '0');
