/** Chinese forms of the URLs linked from records; pages pass them through `href()`. */
export const links = {
  course: (courseId: string) => `/knowledge/course/${courseId}`,
  project: (projectId: string) => `/knowledge/project/${projectId}`,
  study: (courseId: string, resourceId?: string | null) =>
    `/watch/course?id=${courseId}${resourceId ? `&resource=${resourceId}` : ''}`,
  task: (taskId: string) => `/account/task/${taskId}`,
  exam: (examId: string) => `/test/id?id=${examId}&resume=1`,
  /** The exam screen of the open attempt; without one, it leads to the page of the exam. */
  resumeExam: (examId: string) => `/account/exam/start?id=${examId}`,
  classes: '/account?change=2&kind=classes',
  teaching: '/account?change=8',
  announcement: (id: string) => `/info/${id}`,
  certificate: (id: string) => `/account/certificate?id=${id}`,
  checkIn: '/sign/sign',
  mistakes: '/account/question/detail',
  points: '/account?change=3&recordType=3&kind=points',
  approvals: '/account?change=6&flowType=practicalOperation',
  approval: (id: string) => `/account?change=6&id=${id}`,
  confirmEmail: '/account?change=4&settingType=2&edit=email',
  notifications: '/account?change=4&settingType=5',
  identities: '/account?change=4&settingType=4',
  confirmPhone: '/account?change=4&settingType=2&edit=phone',
  coaching: (id: string) => `/account/coaching/${id}`,
  ownRequest: (id: string) => `/account?change=6&flow=mine&id=${id}`,
  account: (change: number, recordType?: number) =>
    `/account?change=${change}${recordType ? `&recordType=${recordType}` : ''}`,
};
