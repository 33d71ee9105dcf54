import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { compileRoute } from '../../src/rest/handler.ts';
import { schema } from '../../src/schema/index.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller } from '../harness.ts';

let owner: Caller;
let spaceId: string;
beforeAll(async () => {
  const server = await startServer();
  const { owner: admin, id } = await anOrganization(server);
  owner = admin;
  ({ id: spaceId } = await aSpace(server, id));
});

const handlerFor = (operationId: string) => {
  const route = routes.find((one) => one.operationId === operationId);
  if (!route) throw new Error(`No route is called ${operationId}`);
  return compileRoute(schema, route);
};

it('a route compiled after another one with the same fragment under @skip answers in full', async () => {
  handlerFor('updateChangeRequestContent');
  const files = [{ name: 'a.txt', base64: 'YQ==', ref: 'a' }];
  const { status, body } = await handlerFor('updateSpaceContent')(owner.context(), {
    params: { spaceId },
    query: {},
    body: { changes: [{ operation: 'insert_files', files }] },
    expected: null,
  });
  expect(status).toBe(200);
  expect(JSON.parse(body ?? '')).toMatchObject({ changes: [], insertedFiles: [{ ref: 'a' }] });
});
