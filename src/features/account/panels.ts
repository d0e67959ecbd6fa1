import type { ComponentType } from 'react';
import type { PanelName, ViewOf } from './account-query.ts';

/** Components of panels by name. */
export type Panels = { [P in PanelName]?: ComponentType<{ view: ViewOf<P> }> };
type Loaders = { [P in PanelName]: () => Promise<ComponentType<{ view: ViewOf<P> }>> };
type AnyPanel = ComponentType<{ view: ViewOf<PanelName> }>;

/** Loaders of the panels' code. */
const LOADERS: Loaders = {
  tasks: async () => (await import('./panels/Tasks.tsx')).Tasks,
  courses: async () => (await import('./panels/Courses.tsx')).Courses,
  projects: async () => (await import('./panels/Projects.tsx')).Projects,
  classes: async () => (await import('./panels/Classes.tsx')).Classes,
  notes: async () => (await import('./panels/Notes.tsx')).Notes,
  hours: async () => (await import('./panels/Hours.tsx')).Hours,
  certificates: async () => (await import('./panels/Certificates.tsx')).Certificates,
  credits: async () => (await import('./panels/Credits.tsx')).Credits,
  exams: async () => (await import('./panels/Exams.tsx')).Exams,
  profile: async () => (await import('./panels/Profile.tsx')).Profile,
  security: async () => (await import('./panels/Security.tsx')).Security,
  sessions: async () => (await import('./panels/Sessions.tsx')).Sessions,
  identities: async () => (await import('./panels/Identities.tsx')).Identities,
  notifications: async () => (await import('./panels/Notifications.tsx')).Notifications,
  preferences: async () => (await import('./panels/Preferences.tsx')).Preferences,
  ownData: async () => (await import('./panels/OwnData.tsx')).OwnData,
  notices: async () => (await import('./panels/Notices.tsx')).Notices,
  ownNotices: async () => (await import('./panels/OwnNotices.tsx')).OwnNotices,
  approvals: async () => (await import('./requests/Approvals.tsx')).Approvals,
  request: async () => (await import('./requests/FlowDetail.tsx')).FlowDetail,
  orders: async () => (await import('./panels/Orders.tsx')).Orders,
  order: async () => (await import('./panels/Order.tsx')).Order,
  centre: async () => (await import('./centre/Centre.tsx')).Centre,
  teaching: async () => (await import('./panels/Teaching.tsx')).Teaching,
};

const ready: Panels = {};
const loading = new Map<PanelName, Promise<AnyPanel>>();

/** Called once by the server, which renders panels synchronously. Contains no request data. */
export function providePanels(panels: Panels): void {
  Object.assign(ready, panels);
}

/** Loads the code of a panel; after an error the next call retries. */
export function loadPanel(name: PanelName): Promise<AnyPanel> {
  let promise = loading.get(name);
  if (!promise) {
    promise = fetchPanel(name);
    promise.catch(() => loading.delete(name));
    loading.set(name, promise);
  }
  return promise;
}

async function fetchPanel(name: PanelName): Promise<AnyPanel> {
  const panel = (await LOADERS[name]()) as AnyPanel;
  Object.assign(ready, { [name]: panel });
  return panel;
}

/** Component of a panel if its code is loaded, as on the server. */
export function readyPanel(name: PanelName): AnyPanel | undefined {
  return ready[name] as AnyPanel | undefined;
}
