import * as z from 'zod';
import { From, partOf } from '../../handmade/mcp/tools.ts';
import { aDocument, selectList, type Listed } from '../document.ts';
import * as forms from '../forms.ts';
import { memberTool, type MemberTool } from '../member-tool.ts';
import { oneLine, tellList } from '../texts.ts';
import { inOrganization } from './spaces.ts';

interface Operation {
  readonly title: string;
  readonly method: string;
  readonly path: string;
}

const specsOf = aDocument<{ organization: { openApiSpecs: Listed<{ readonly slug: string }> } }>(
  `query Specs($organization: ID!, $after: String) { organization(id: $organization) { openApiSpecs(first: 50, after: $after) ${selectList('slug')} } }`,
);
const operationsOf = aDocument<{ openApiSpec: { operations: Listed<Operation> } }>(
  `query Operations($organization: ID!, $spec: String!, $after: String) {
    openApiSpec(organizationId: $organization, slug: $spec) { operations(first: 100, after: $after) ${selectList('title method path')} }
  }`,
);
const operationOf = aDocument<{ openApiSpec: { operation: { readonly markdown: string } } }>(
  `query Operation($organization: ID!, $spec: String!, $method: String!, $path: String!) {
    openApiSpec(organizationId: $organization, slug: $spec) { operation(method: $method, path: $path) { markdown } }
  }`,
);

const readApi = memberTool({
  name: 'read_api',
  title: 'Read an API',
  description: 'Lists OpenAPI specifications, the operations of one, or returns what an operation takes and answers.',
  scopes: ['openapi:read'],
  form: z.strictObject({
    organization: forms.organization,
    spec: z.string().max(256).optional(),
    operation: z
      .string()
      .max(2_000)
      .regex(/^\w+ /, 'must be a method and a path')
      .optional()
      .describe('Such as GET /pets/{id}'),
    after: forms.after,
    from: From,
  }),
  run: (ctx, { organization: given, spec, operation, after, from }) =>
    inOrganization(ctx, given, async (organization) => {
      if (spec === undefined) {
        const { openApiSpecs } = (await specsOf(ctx, { organization, after })).organization;
        return tellList('specifications', openApiSpecs, ({ slug }) => slug);
      }
      if (operation === undefined) {
        const { operations } = (await operationsOf(ctx, { organization, spec, after })).openApiSpec;
        return tellList('operations', operations, (one) => `${one.method} ${one.path} ${oneLine(one.title)}`);
      }
      const [method = '', ...path] = operation.split(' ');
      const found = await operationOf(ctx, { organization, spec, method, path: path.join(' ') });
      return partOf(found.openApiSpec.operation.markdown, from);
    }),
});

export const apiTools: readonly MemberTool[] = [readApi];
