import { Certificates } from './panels/Certificates.tsx';
import { Courses } from './panels/Courses.tsx';
import { Credits } from './panels/Credits.tsx';
import { Exams } from './panels/Exams.tsx';
import { Hours } from './panels/Hours.tsx';
import { Notices } from './panels/Notices.tsx';
import { Order } from './panels/Order.tsx';
import { Orders } from './panels/Orders.tsx';
import { Settings } from './panels/Settings.tsx';
import { Tasks } from './panels/Tasks.tsx';
import { providePanels } from './panels.ts';
import { Approvals } from './requests/Approvals.tsx';
import { FlowDetail } from './requests/FlowDetail.tsx';

/*
 * All panels, for the server, which renders any of them synchronously. Imported by the page, never by the island: the
 * browser loads panels on demand (panels.ts).
 */
providePanels({
  tasks: Tasks,
  courses: Courses,
  hours: Hours,
  certificates: Certificates,
  credits: Credits,
  exams: Exams,
  settings: Settings,
  notices: Notices,
  approvals: Approvals,
  request: FlowDetail,
  orders: Orders,
  order: Order,
});
