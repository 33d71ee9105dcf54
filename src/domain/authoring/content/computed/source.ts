import * as z from 'zod';
import type { EntryState } from '../../../../text/content/changes.ts';
import type { PageComputed } from '../../../../text/content/fields.ts';

const Dependencies = z.object({ spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: z.string() }) }) });
const Props = z.object({ models: z.boolean().optional() });

/** Finds the OpenAPI specification that a page is computed from; undefined for other sources. */
export function findOpenApiSource(computed: PageComputed | undefined): { kind: 'openapi'; spec: string } | undefined {
  if (computed?.type !== 'builtin:openapi') return undefined;
  return Dependencies.safeParse(computed.dependencies).data?.spec.ref;
}

/** Whether the page is configured to also list the models of the specification. */
export const includesModels = ({ props }: PageComputed): boolean => Props.safeParse(props).data?.models === true;

/** Whether an entry is a computed page, below which pages are generated. */
export const isComputedRoot = ({ kind, attributes }: Pick<EntryState, 'kind' | 'attributes'>): boolean =>
  kind === 'page' && attributes.computed?.type === 'builtin:openapi' && !isGenerated({ attributes });

/** Whether an entry was generated below a computed page. */
export const isGenerated = ({ attributes }: Pick<EntryState, 'attributes'>): boolean =>
  attributes.generatedBy !== undefined;
