import { makeDoc, makeDocx, makePptx, makeXlsx } from './office.ts';
import { zip } from './zip.ts';

/** Files of a course in the formats of an office: by path, made when asked for. */
export type Library = Record<string, () => Promise<Buffer> | Buffer>;

const eightD = `# 8D 快速指南

## 什么时候写 8D

- 客户投诉，或者同一问题在一个月内出现两次；
- 问题流出了本工序，已经影响到下一道工序；
- 主管要求书面报告。

## 三个时限

| 步骤 | 时限 | 交付物 |
| ---- | ---- | ------ |
| D1–D3 | 24 小时 | 小组名单、问题描述、临时措施 |
| D4–D5 | 7 天 | 根因验证记录、永久措施方案 |
| D6–D8 | 30 天 | 效果数据、防再发措施、结案评审 |

## 写好问题描述

用 **5W2H** 描述事实，不写猜测：什么产品、什么缺陷、在哪里发现、什么时候、谁发现、多少件、怎样发现。

> “泵壳 P-204 在 6 月 12 日出厂检验时，96 件中有 4 件在法兰面渗漏，压力 1.6 MPa。”

## 追问到流程

1. 为什么渗漏？密封面有划痕。
2. 为什么有划痕？周转时工件相互碰撞。
3. 为什么会碰撞？周转箱没有隔板。
4. 为什么没有隔板？新产品导入时没有评审周转方式。
5. 为什么没有评审？导入检查表里没有这一项。

对策落在**检查表**上，而不是“加强教育”。
`;

export const huaxinLibrary: Library = {
  'media/eight-d-report.docx': () =>
    makeDocx([
      { heading: '8D 报告' },
      { text: '编号：8D-2026-018　　产品：泵壳 P-204　　客户：华东水务　　提出日期：6 月 12 日' },
      { heading: 'D1 成立小组' },
      {
        table: [
          ['角色', '姓名', '职责'],
          ['组长', '赵文静', '推进进度，对外沟通'],
          ['工艺', '孙立', '验证根因，制定永久措施'],
          ['生产', '钱涛', '实施临时措施，统计数据'],
        ],
      },
      { heading: 'D2 描述问题' },
      {
        text: '6 月 12 日出厂检验时，96 件泵壳中有 4 件在法兰面渗漏，试验压力 1.6 MPa，保压 3 分钟。渗漏位置集中在 3 点钟方向，划痕长 8 至 15 毫米。同批次库存 212 件。',
      },
      { heading: 'D3 临时措施' },
      {
        points: [
          '库存 212 件全部复检，合格的加贴绿色标签。',
          '周转箱加硬纸隔板，当班生效。',
          '出厂检验由抽检改为全检，直至永久措施验证完成。',
        ],
      },
      { heading: 'D4 根本原因' },
      {
        text: '周转箱没有隔板，工件在搬运中相互碰撞，划伤密封面。导入检查表中没有“周转方式”一项，因此新产品投产前没有评审。',
      },
      { heading: 'D5 – D7 永久措施与防再发' },
      {
        points: [
          '设计专用周转箱，带塑料隔板（6 月 30 日前）。',
          '导入检查表增加“周转方式与防护”（7 月 5 日前）。',
          '横向排查其余 11 种带密封面的工件。',
        ],
      },
      { heading: 'D8 结案' },
      { text: '连续三批 300 件无渗漏后，由质量部组织评审并结案。' },
    ]),
  // From the archive: the form has never been converted.
  'media/complaint-form.doc': () =>
    makeDoc([
      { heading: '客户投诉登记表（2006 年版）' },
      { text: '接到投诉后一小时内填写，送质量部。本表仍在使用，填写后与 8D 报告一起存档。' },
      {
        table: [
          ['项目', '内容'],
          ['客户与联系人', ''],
          ['产品、图号、批次', ''],
          ['不良现象与数量', ''],
          ['发现地点与时间', ''],
          ['客户的要求与期限', ''],
        ],
      },
      { heading: '填写说明' },
      {
        points: [
          '只写客户说的和看到的，不写原因。',
          '有照片或实物的，注明存放地点。',
          '登记人和质量部接收人都要签名。',
        ],
      },
    ]),
  'media/issue-tracker.xlsx': () =>
    makeXlsx([
      {
        name: '问题清单',
        rows: [
          ['编号', '产品', '问题', '责任人', '状态', '数量'],
          ['8D-2026-015', '阀体 V-88', '螺纹深度不足', '孙立', '已结案', 12],
          ['8D-2026-016', '叶轮 Y-31', '动平衡超差', '钱涛', '验证中', 7],
          ['8D-2026-017', '轴 Z-12', '表面锈蚀', '孙立', '已结案', 30],
          ['8D-2026-018', '泵壳 P-204', '法兰面渗漏', '赵文静', '进行中', 4],
        ],
      },
      {
        name: '月度统计',
        rows: [
          ['月份', '新增', '结案', '平均天数'],
          ['4 月', 5, 4, 26.5],
          ['5 月', 3, 5, 24.2],
          ['6 月', 4, 2, 21.8],
        ],
      },
    ]),
  'media/five-why.pptx': () =>
    makePptx([
      { title: '5Why：把“为什么”问到流程', points: ['质量部 · 内部培训', '时长 15 分钟'] },
      {
        title: '常见的三种错误',
        points: ['停在人身上：“员工不小心”', '停在现象上：“设备坏了”', '跳步：上一个答案推不出下一个问题'],
      },
      {
        title: '泵壳渗漏的五个为什么',
        points: ['密封面有划痕', '工件相互碰撞', '周转箱没有隔板', '没有评审周转方式', '导入检查表缺少这一项'],
      },
      { title: '课堂练习', points: ['选一个本班组上月的问题', '每人写出五个为什么', '两人一组，互相从后往前检查'] },
    ]),
  'media/eight-d-guide.md': () => Buffer.from(eightD),
  'media/eight-d-kit.zip': () =>
    zip({
      '说明.txt': '本压缩包是 8D 工具：先读指南，再用检查表。\r\n',
      '指南/8D快速指南.md': eightD,
      '检查表/新产品导入检查表.csv':
        '\uFEFF序号,检查项,负责人,结果\r\n1,图纸与版本,工艺,\r\n2,检具与量具,质量,\r\n3,周转方式与防护,生产,\r\n',
    }),
};

const bridge = `# Bridge team quick guide

## Before the pilot boards

- Exchange the passage plan in writing, with the points of no return marked.
- Agree on one working language and on closed-loop communication.
- Say aloud who has the conn.

## The five challenges

| Level | Words |
| ----- | ----- |
| Hint | "Our rate of turn is higher than planned." |
| Question | "Are you happy with this speed, captain?" |
| Suggestion | "I suggest dead slow ahead." |
| Statement | "I am not comfortable. We are leaving the channel." |
| Emergency | "Stop engines. I have the conn." |

## After the passage

1. Debrief within an hour, while everybody remembers.
2. Start with what went well.
3. Write one lesson into the ship's handbook.

> Nobody was ever dismissed at Bluebay for a challenge that turned out to be wrong.
`;

export const bluebayLibrary: Library = {
  'media/pilot-exchange.docx': () =>
    makeDocx([
      { heading: 'Master–pilot information exchange' },
      {
        text: 'Ship: MV Bluebay Tern. Port: Rotterdam. Complete the form before the pilot takes the conn, and sign it together.',
      },
      { heading: '1. The ship' },
      {
        table: [
          ['Item', 'Value'],
          ['Draught forward / aft', '8.2 m / 8.6 m'],
          ['Main engine', 'One, fixed pitch, stops before astern'],
          ['Bow thruster', '900 kW, not above 4 knots'],
          ['Defects', 'Port radar: clutter at short range'],
        ],
      },
      { heading: '2. The passage' },
      {
        points: [
          'Route and speeds, waypoint by waypoint.',
          'Abort points and anchorages.',
          'Tugs: number, place, when they are made fast.',
        ],
      },
      { heading: '3. The team' },
      {
        text: 'The officer of the watch monitors every order of the pilot and its effect, and reports at once when the ship leaves the plan. The helmsman repeats each order and reports when it is carried out. Questions are welcome at any time, also during a turn.',
      },
      { heading: '4. Signatures' },
      { text: 'Master: ____________   Pilot: ____________   Time: ______' },
    ]),
  // From the archive: the form has never been converted.
  'media/deck-log-extract.doc': () =>
    makeDoc([
      { heading: 'Extract of the deck log, pilotage (form of 2004)' },
      { text: 'Filled in by the officer of the watch after each pilotage, and kept with the passage plan.' },
      {
        table: [
          ['Event', 'Time and remarks'],
          ['Pilot on board', ''],
          ['Exchange with the pilot complete', ''],
          ['Tugs made fast', ''],
          ['First line ashore', ''],
          ['Pilot away', ''],
        ],
      },
      { heading: 'Notes' },
      {
        points: [
          'Ship time, from the bridge clock.',
          'Every challenge is written down, also one that turned out to be wrong.',
          'Signed by the officer of the watch and the master.',
        ],
      },
    ]),
  'media/near-misses.xlsx': () =>
    makeXlsx([
      {
        name: 'Near misses',
        rows: [
          ['No.', 'Ship', 'Situation', 'Challenged by', 'Open', 'Distance (m)'],
          ['NM-031', 'Bluebay Tern', 'Close quarters in the roads', 'Third officer', 'no', 180],
          ['NM-032', 'Bluebay Heron', 'Late turn at the buoy', 'Helmsman', 'no', 95],
          ['NM-033', 'Bluebay Tern', 'Tug made fast too late', 'Pilot', 'yes', 40],
        ],
      },
      {
        name: 'By month',
        rows: [
          ['Month', 'Reported', 'Closed', 'Average days'],
          ['April', 6, 5, 12.5],
          ['May', 9, 7, 9.2],
          ['June', 8, 6, 7.8],
        ],
      },
    ]),
  'media/close-the-loop.pptx': () =>
    makePptx([
      { title: 'Close the loop', points: ['Bridge resource management', 'Fifteen minutes for the whole team'] },
      {
        title: 'An order has four parts',
        points: ['The order is given', 'It is repeated', 'It is carried out', 'The result is reported'],
      },
      {
        title: 'The late turn at buoy 14',
        points: ['The order was heard by two people', 'Nobody repeated it', 'The helm stayed amidships for 20 seconds'],
      },
      { title: 'Your turn', points: ['Play the turn again, with closed loop', 'Change roles', 'What did you notice?'] },
    ]),
  'media/bridge-guide.md': () => Buffer.from(bridge),
  'media/bridge-kit.zip': () =>
    zip({
      'README.txt': 'Tools for the bridge team: read the guide first, then use the checklist.\r\n',
      'guide/bridge-team-guide.md': bridge,
      'checklists/before-arrival.csv':
        'No,Item,By,Done\r\n1,Passage plan exchanged,OOW,\r\n2,Steering tested,Helmsman,\r\n3,Anchors cleared,Bosun,\r\n',
    }),
};
