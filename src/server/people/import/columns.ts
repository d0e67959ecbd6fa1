import { createHash } from 'node:crypto';
import { type PeopleField, PEOPLE_FIELDS } from '#src/contract/rules/people-import.ts';
import { PEOPLE_COLUMNS } from '#src/server/pack/people-columns.ts';
import { headingKey } from '#src/server/pack/table-header.ts';

/** Headings of each field besides those of the people file of a content pack. The first two name it in templates, zh and en. */
const HEADINGS: Record<PeopleField, readonly string[]> = {
  userName: ['姓名', 'Name', '员工', '人员姓名', 'employee name', 'real name', 'staff name'],
  employeeNo: [
    '工号',
    'Employee number',
    '员工工号',
    '人员编号',
    '职工号',
    '人员编码',
    'employee no',
    'staff id',
    'id',
  ],
  phone: [
    '手机号',
    'Phone',
    '手机号码',
    '移动电话',
    '联系方式',
    'mobile phone',
    'cell phone',
    'tel',
    'telephone',
    'phone no',
  ],
  department: [
    ...[
      '部门',
      'Department',
      '所在部门',
      '部门路径',
      '组织',
      '组织架构',
      '单位',
      '一级部门',
      '二级部门',
      '三级部门',
      '四级部门',
    ],
    ...['五级部门', '班组', '车间', 'department path', 'org unit', 'organisation', 'organization', 'division', 'team'],
    ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
      `部门${level}`,
      `department ${level}`,
      `level ${level}`,
      `${level}级部门`,
    ]),
  ],
  departmentCode: ['部门编码', 'Department code', '部门代码', '部门编号', '组织编码', 'dept code', 'department id'],
  position: ['岗位', 'Position', '岗位名称', '职务名称', '职位名称', 'job', 'role', 'title'],
  superior: [
    '直接上级',
    'Superior',
    '上级',
    '上级工号',
    '直属上级',
    '汇报对象',
    '主管',
    '上级领导',
    'manager',
    'supervisor',
    'reports to',
    'line manager',
  ],
  joinedOn: [
    '入职日期',
    'Joining date',
    '入职时间',
    '到岗日期',
    '进厂日期',
    'hire date',
    'start date',
    'joined',
    'date of joining',
    'entry date',
  ],
  sex: ['性别', 'Sex', 'gender'],
  userType: ['人员类型', 'User type', '角色', 'user role'],
  status: ['状态', 'Status', '员工状态', '在离职', '是否在职', 'employment status', 'state'],
  email: ['邮箱', 'E-mail', '电子邮件', '邮件', '公司邮箱', 'mail', 'work email'],
};
/** Columns that other tables of people have and this import never reads. */
const REFUSED = new Set(['密码', '初始密码', '登录密码', 'password', 'initialpassword'].map(headingKey));

const OF_PACK: Partial<Record<PeopleField, string>> = { position: 'post' };
const FIELD_OF = new Map(
  PEOPLE_FIELDS.flatMap((field) =>
    [...HEADINGS[field], ...(PEOPLE_COLUMNS[OF_PACK[field] ?? field] ?? []), field].map((heading) => [
      headingKey(heading),
      field,
    ]),
  ),
);

/** The heading of a field in a template. */
export const headingOf = (field: PeopleField, locale: 'zh' | 'en') => HEADINGS[field][locale === 'zh' ? 0 : 1]!;

/** The field that a heading names; null: none. */
export const fieldOfHeading = (heading: string): PeopleField | null => FIELD_OF.get(headingKey(heading)) ?? null;

/** Whether a heading names passwords, which are never read. */
export const isPasswordHeading = (heading: string) => REFUSED.has(headingKey(heading));

/** Names a set of headings, whatever their case and spaces: the same table of the next month has the same. */
export const headingsKey = (headings: readonly string[]) =>
  createHash('sha256').update(headings.map(headingKey).join('|')).digest('hex');

/** Rows among which the header is looked for. */
const HEADER_WITHIN = 20;

/**
 * Index of the row that names most columns: titles and notes above it name none, or one by chance. Of a table whose headings say nothing,
 * the widest row.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, HEADER_WITHIN);
  const named = first.map((cells) => new Set(cells.flatMap((cell) => fieldOfHeading(cell) ?? [])).size);
  const width = first.map((cells) => cells.filter((cell) => cell !== '').length);
  const most = Math.max(0, ...named);
  return most > 1 ? named.indexOf(most) : Math.max(0, width.indexOf(Math.max(...width)));
}

/** Proposes a field for each column. A field is proposed once, except the levels of departments. */
export function proposeColumns(headings: readonly string[]): (PeopleField | null)[] {
  const taken = new Set<PeopleField>();
  return headings.map((heading) => {
    const field = fieldOfHeading(heading);
    if (!field || (field !== 'department' && taken.has(field))) return null;
    taken.add(field);
    return field;
  });
}
