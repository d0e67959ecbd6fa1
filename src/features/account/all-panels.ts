import { Centre } from './centre/Centre.tsx';
import { Certificates } from './panels/Certificates.tsx';
import { Classes } from './panels/Classes.tsx';
import { Courses } from './panels/Courses.tsx';
import { Credits } from './panels/Credits.tsx';
import { Exams } from './panels/Exams.tsx';
import { Hours } from './panels/Hours.tsx';
import { Notes } from './panels/Notes.tsx';
import { Notices } from './panels/Notices.tsx';
import { Order } from './panels/Order.tsx';
import { Orders } from './panels/Orders.tsx';
import { Notifications } from './panels/Notifications.tsx';
import { OwnData } from './panels/OwnData.tsx';
import { OwnNotices } from './panels/OwnNotices.tsx';
import { Projects } from './panels/Projects.tsx';
import { Preferences } from './panels/Preferences.tsx';
import { Profile } from './panels/Profile.tsx';
import { Security } from './panels/Security.tsx';
import { Sessions } from './panels/Sessions.tsx';
import { Identities } from './panels/Identities.tsx';
import { Teaching } from './panels/Teaching.tsx';
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
  projects: Projects,
  classes: Classes,
  notes: Notes,
  hours: Hours,
  certificates: Certificates,
  credits: Credits,
  exams: Exams,
  profile: Profile,
  security: Security,
  sessions: Sessions,
  notifications: Notifications,
  identities: Identities,
  preferences: Preferences,
  ownData: OwnData,
  notices: Notices,
  ownNotices: OwnNotices,
  approvals: Approvals,
  request: FlowDetail,
  orders: Orders,
  order: Order,
  centre: Centre,
  teaching: Teaching,
});
