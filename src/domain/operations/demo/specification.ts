import { updateContent } from '../../authoring/content/edits/update-content.ts';
import type { Context } from '../../core/context.ts';
import { createSpec } from '../../exchange/openapi-sources/set-spec.ts';
import { editWith } from './proposal.ts';

const slug = 'visits';

const tags = ['Visits'];
const visit = { $ref: '#/components/schemas/Visit' };
const answer = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

const specification = {
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1.0', description: 'An example of an API that pages are generated from.' },
  servers: [{ url: 'https://visits.example.org' }],
  tags: [{ name: 'Visits', description: 'Visits to a page.' }],
  paths: {
    '/visits': {
      get: {
        tags,
        operationId: 'listVisits',
        summary: 'List visits',
        parameters: [{ name: 'page', in: 'query', description: 'Path of a page.', schema: { type: 'string' } }],
        responses: { 200: answer('The visits, newest first.', { type: 'array', items: visit }) },
      },
      post: {
        tags,
        operationId: 'addVisit',
        summary: 'Add a visit',
        requestBody: { required: true, content: { 'application/json': { schema: visit } } },
        responses: { 201: answer('The visit.', visit) },
      },
    },
  },
  components: {
    schemas: {
      Visit: {
        type: 'object',
        required: ['page'],
        properties: {
          page: { type: 'string', description: 'Path of the page.', examples: ['start/run'] },
          at: { type: 'string', format: 'date-time', description: 'When the page was opened.' },
        },
      },
    },
  },
};

/** Adds a specification and a page of a space that is generated from it when the server is ready. */
export async function addSpecification(ctx: Context, organizationId: string, spaceId: string): Promise<void> {
  await createSpec(ctx, { organizationId, slug }, { text: JSON.stringify(specification) });
  const computed = { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } } };
  await updateContent(ctx, {
    spaceId,
    operations: editWith([{ operation: 'insert_page', type: 'computed', title: 'Example API', computed } as const]),
  });
}
