import * as z from 'zod';
import type { EntryState } from '../changes.ts';
import type { PageComputed } from '../fields.ts';

const Dependencies = z.object({ spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: z.string() }) }) });
const Props = z.object({ models: z.boolean().optional() });

/** The OpenAPI specification that a page is computed from. */
export function specOf(computed: PageComputed | undefined): { kind: 'openapi'; spec: string } | undefined {
  if (computed?.type !== 'builtin:openapi') return undefined;
  return Dependencies.safeParse(computed.dependencies).data?.spec.ref;
}

/** Whether the computed page should also have a page for the models of the specification. */
export const asksForModels = ({ props }: PageComputed): boolean => Props.safeParse(props).data?.models === true;

/** A page that is computed from a specification, and below which pages are generated. */
export const isComputedRoot = ({ kind, attributes }: Pick<EntryState, 'kind' | 'attributes'>): boolean =>
  kind === 'page' && attributes.computed?.type === 'builtin:openapi' && !isGenerated({ attributes });

/** A page that was generated below a computed page. */
export const isGenerated = ({ attributes }: Pick<EntryState, 'attributes'>): boolean =>
  attributes.generatedBy !== undefined;
