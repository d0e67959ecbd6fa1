/** Days before the end of a task at which those who have not completed it get a notice. */
export const DUE_DAYS = [3, 1] as const;

/** Source of the notice that a task was given. */
export const assignedSource = (taskId: string) => `task:${taskId}:assigned`;
export const dueSource = (taskId: string, days: number) => `task:${taskId}:due${days}`;
export const endedSource = (taskId: string) => `task:${taskId}:ended`;

/** Sources of notices that no longer matter when the task is complete. */
export const reminderSources = (taskId: string) => [
  assignedSource(taskId),
  ...DUE_DAYS.map((n) => dueSource(taskId, n)),
];
