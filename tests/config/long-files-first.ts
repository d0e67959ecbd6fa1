import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, the longest first. */
const LONG = ['matrix'];

/**
 * Files in the order in which they are started. By itself Vitest takes the projects by name, so the file that takes as long as all others of a worker
 * together would be started when most others have ended, and one core would be idle until its end.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.indexOf(basename(moduleId, '.test.ts'));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
