/*
 * Departments are a tree. A department is stored with its member as its path, `总部/华东/上海`; a department without a
 * parent is its name.
 */

/** Returns the path of a department without spaces around its separators and without empty parts; `／` is a separator, too. */
export const departmentPath = (text: string): string =>
  text
    .split(/[/／]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/');

/** Returns the path of a department and of every department above it, the highest one first. */
export const departmentsAbove = (path: string): string[] =>
  path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
