/** Days before the end of a task at which those who have not completed it get a notice. */
export const DUE_DAYS = [3, 1] as const;

/** A task as sources name it. `endChanges`: after each change of the end the notices about it are sent again. */
type Named = { id: string; endChanges: number };

/** Source of the notice that a task was given. */
export const assignedSource = ({ id }: Pick<Named, 'id'>) => `task:${id}:assigned`;
const endOf = ({ endChanges }: Named) => (endChanges > 0 ? `:${endChanges}` : '');
export const dueSource = (task: Named, days: number) => `task:${task.id}:due${days}${endOf(task)}`;
export const endedSource = (task: Named) => `task:${task.id}:ended${endOf(task)}`;

/** Sources of notices that no longer matter when the task is complete. */
export const reminderSources = (task: Named) => [assignedSource(task), ...DUE_DAYS.map((n) => dueSource(task, n))];
