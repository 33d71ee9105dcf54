import * as z from 'zod';
import type { Context } from '../../domain/core/context.ts';
import type { ToolResult } from '../../handmade/mcp/protocol.ts';
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
  description: 'Lists OpenAPI specifications or the operations of one, or returns an operation.',
  scopes: ['openapi:read'],
  form: z.strictObject({
    organization: forms.organization,
    spec: z.string().max(500).optional(),
    operation: z
      .string()
      .max(2_000)
      .refine((text) => /^\w+ /.test(text), 'must be a method and a path')
      .optional()
      .describe('Such as GET /pets/{id}'),
    after: forms.after,
    from: From,
  }),
  run: (ctx, { organization: own, spec, operation, after, from }) =>
    inOrganization(ctx, own, (organization) => {
      if (spec === undefined) return tellSpecs(ctx, { organization, after });
      if (operation === undefined) return tellOperations(ctx, { organization, spec, after });
      return tellOperation(ctx, { organization, spec, operation }, from);
    }),
});

type Given = Readonly<Record<'organization' | 'spec', string>> & { readonly after: string | undefined };

async function tellSpecs(ctx: Context, given: Omit<Given, 'spec'>): Promise<ToolResult> {
  const { openApiSpecs } = (await specsOf(ctx, given)).organization;
  return tellList('specifications', openApiSpecs, ({ slug }) => slug);
}

async function tellOperations(ctx: Context, given: Given): Promise<ToolResult> {
  const { operations } = (await operationsOf(ctx, given)).openApiSpec;
  return tellList('operations', operations, (one) => `${one.method} ${one.path} ${oneLine(one.title)}`);
}

async function tellOperation(
  ctx: Context,
  { operation, ...given }: Omit<Given, 'after'> & { readonly operation: string },
  from: number | undefined,
): Promise<ToolResult> {
  const [method = '', ...path] = operation.split(' ');
  const { openApiSpec } = await operationOf(ctx, { ...given, method, path: path.join(' ') });
  return partOf(openApiSpec.operation.markdown, from);
}

export const apiTools: readonly MemberTool[] = [readApi];
