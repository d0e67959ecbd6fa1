import type { Columns } from './table-header.ts';

/**
 * Columns of the people file and the headings that are accepted for each besides its name; the first one is shown in
 * messages. Compared with `headingKey` of table-header.ts: case, spaces, `*` and remarks in parentheses are ignored.
 */
export const PEOPLE_COLUMNS: Columns = {
  phone: ['手机号', '手机', '手机号码', '电话', '联系电话', 'mobile', 'phone number', 'mobile number'],
  userName: ['姓名', '名字', '员工姓名', 'name', 'full name'],
  userType: ['人员类型', '用户类型', '账号类型', '类型', 'type'],
  isAdmin: ['管理员', '是否管理员', 'admin', 'administrator'],
  sex: ['性别', 'gender'],
  department: ['部门', '所属部门', '部门名称', 'dept', 'department name'],
  post: ['岗位', '职位', '职务', 'position', 'job title'],
  headPortrait: ['头像', '照片', 'avatar', 'photo'],
  employeeNo: ['工号', '员工编号', '员工号', 'employee number', 'employee id'],
  status: ['状态', '在职状态', '人员状态'],
  email: ['邮箱', '电子邮箱', 'e-mail', 'email address'],
  joinedOn: ['入职日期', '入职时间', '到岗日期', 'joining date', 'date of joining', 'hire date'],
  superior: ['直接上级', '上级', '上级工号', 'manager', 'reports to', 'line manager'],
};

/** Words that are accepted instead of the numbers of a column. */
export const USER_TYPE_WORDS: Record<string, number> = {
  学员: 1,
  learner: 1,
  讲师: 2,
  lecturer: 2,
  机构: 3,
  机构账号: 3,
  organisation: 3,
  organization: 3,
};
export const SEX_WORDS: Record<string, number> = { 男: 1, male: 1, m: 1, 女: 2, female: 2, f: 2 };
