import type { Plan, Group } from './people-plan.ts';

/** The people of a team: its leader and those who work there. */
const team = (department: string, ...members: [post: string, count: number][]): Group[] => [
  { department, post: '班组长', count: 1 },
  ...members.map(([post, count]) => ({ department, post, count })),
];
const head = (department: string, post: string): Group => ({ department, post, count: 1 });

const EAST = '华东基地';
const [SUZHOU, NINGBO] = [`${EAST}/苏州工厂`, `${EAST}/宁波工厂`];
const CENTRAL = '华中基地';
const WUHAN = `${CENTRAL}/武汉工厂`;
const WEST = '西南基地';
const CHENGDU = `${WEST}/成都工厂`;

const groups: Group[] = [
  ...[EAST, CENTRAL, WEST].map((base) => head(base, '基地总经理')),
  ...[SUZHOU, NINGBO, WUHAN, CHENGDU].map((works) => head(works, '厂长')),
  ...[SUZHOU, NINGBO, WUHAN, CHENGDU].map((works) => head(works, '安全员')),
  ...[`${SUZHOU}/焊装车间`, `${SUZHOU}/冲压车间`, `${NINGBO}/焊装车间`, `${NINGBO}/总装车间`].map((shop) =>
    head(shop, '车间主任'),
  ),
  ...[`${WUHAN}/涂装车间`, `${WUHAN}/总装车间`, `${CHENGDU}/机加车间`].map((shop) => head(shop, '车间主任')),
  ...team(`${SUZHOU}/焊装车间/焊接一班`, ['焊工', 19]),
  ...team(`${SUZHOU}/焊装车间/焊接二班`, ['焊工', 15]),
  ...team(`${SUZHOU}/冲压车间/冲压一班`, ['冲压工', 13], ['行车工', 2]),
  ...team(`${SUZHOU}/冲压车间/冲压二班`, ['冲压工', 12], ['行车工', 2]),
  ...team(`${SUZHOU}/物流部`, ['叉车司机', 9], ['仓库管理员', 4]),
  ...team(`${NINGBO}/焊装车间/焊接班`, ['焊工', 18]),
  ...team(`${NINGBO}/焊装车间/打磨班`, ['打磨工', 11]),
  ...team(`${NINGBO}/总装车间/总装一班`, ['装配工', 16], ['行车工', 2]),
  ...team(`${NINGBO}/总装车间/总装二班`, ['装配工', 15], ['叉车司机', 2]),
  ...team(`${WUHAN}/涂装车间/喷漆班`, ['喷漆工', 14]),
  ...team(`${WUHAN}/涂装车间/烘干班`, ['喷漆工', 9]),
  ...team(`${WUHAN}/总装车间/总装班`, ['装配工', 20], ['叉车司机', 3]),
  ...team(`${WUHAN}/动力设备部`, ['维修电工', 12], ['司炉工', 5]),
  ...team(`${CHENGDU}/机加车间/车削班`, ['数控车工', 16]),
  ...team(`${CHENGDU}/机加车间/铣磨班`, ['铣工', 13], ['打磨工', 4]),
  ...team(`${CHENGDU}/质检科`, ['检验员', 8]),
];

/** What is invented for 华信制造: with those of its people file 300 people. */
export const huaxinPlan: Plan = {
  number: 'HX',
  groups,
  held: [
    { certificate: 'safety-induction', months: null, share: 0.98 },
    { certificate: 'annual-safety-certificate', months: 12, share: 0.96 },
    { certificate: 'infosec-certificate', months: 12, share: 0.85 },
    { certificate: 'welder-licence', posts: ['焊工'], months: 36 },
    { certificate: 'forklift-licence', posts: ['叉车司机'], months: 24 },
    { certificate: 'crane-licence', posts: ['行车工'], months: 24 },
    { certificate: 'electrician-licence', posts: ['维修电工'], months: 36 },
    { certificate: 'first-aider', posts: ['班组长', '安全员', '车间主任'], months: 24 },
    { certificate: 'health-check', posts: ['焊工', '打磨工', '喷漆工', '司炉工'], months: 12 },
    { certificate: 'confined-space', posts: ['维修电工', '司炉工', '喷漆工'], months: 12 },
  ],
  completed: [
    { course: 'hazardous-chemicals', posts: ['喷漆工', '打磨工', '仓库管理员'], days: [520, 430, 300, 190, 80] },
    { course: 'team-leader', posts: ['班组长', '车间主任'], days: [610, 380, 150] },
  ],
  passed: [
    { exam: 'infosec-exam', posts: ['检验员', '仓库管理员'], every: 2, days: 480 },
    { exam: 'infosec-exam', posts: ['检验员', '铣工'], every: 4, days: 120 },
  ],
  exempt: [
    { requirement: 'annual-safety', post: '检验员', reason: '产假', until: '+60d' },
    { requirement: 'health-check', post: '焊工', reason: '外派项目，返回后补检', until: '+45d' },
    { requirement: 'welder', post: '焊工', reason: '转岗培训中，暂不上岗', until: '+30d' },
  ],
};
