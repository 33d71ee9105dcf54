import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
let pages: string[];

beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  owner = organization.owner;
  ({ id: spaceId } = await aSpace(server, organization.id));
  // Longer than a text that is read in the thread of the server.
  const markdown = (page: number) =>
    `# Page ${page}\n\n${`- *item* of [page](https://octavo.test/${page})\n`.repeat(60)}`;
  const made = await owner.rest(`POST /v1/spaces/${spaceId}/content`, {
    changes: Array.from({ length: 42 }, (_, page) => ({
      operation: 'insert_page',
      title: `Page ${page}`,
      document: { markdown: markdown(page) },
    })),
  });
  pages = made.body.changes.map(({ page }: { page: { id: string } }) => page.id);
});

/** Counts the tasks that workers run. */
const tasks: string[] = [];
let restore = () => undefined as void;
beforeAll(() => {
  const { texts } = server.platform.services.workers;
  const run = texts.run;
  texts.run = (name, input, options) =>
    run(name, input, {
      ...options,
      onEnd: (computedMs) => {
        tasks.push(name);
        options.onEnd?.(computedMs);
      },
    });
  restore = () => void (texts.run = run);
});
afterAll(() => restore());

test('42 documents that four readers ask for at once are parsed once each', async () => {
  const second = await server.as(owner.userId);
  tasks.length = 0;
  const answers = await Promise.all(
    [owner, second, owner, second].flatMap((reader) =>
      pages.map((page) => reader.rest(`GET /v1/spaces/${spaceId}/content/page/${page}?format=document`)),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(tasks).toEqual(pages.map(() => 'documentFromMarkdown'));
});
