import type { Context } from '../../../core/context.ts';
import { specValue } from '../computed/dependencies.ts';
import type { Block, RichDocument } from '../../../../text/rich-text/document.ts';
import { createPartFinder, type FindParts, type NamedParts } from './find-parts.ts';

/**
 * Resolves the specification blocks of a document. `resolved` holds the specification and the parts the block shows;
 * null when the specification does not exist or the author of the text could not read it. Throws query_too_complex.
 */
export async function withResolvedSpecs(
  ctx: Context,
  { spaceId, specs }: { readonly spaceId: string; readonly specs: ReadonlySet<string> },
  document: RichDocument,
): Promise<RichDocument> {
  if (!/"kind":"openapi"|"type":"swagger"/.test(JSON.stringify(document.nodes))) return document;
  const find = await createPartFinder(ctx, spaceId);
  const resolve: FindParts = async (named) => (specs.has(named.spec) ? find(named) : null);
  return { ...document, nodes: await Promise.all(document.nodes.map((block) => withResolved(resolve, block))) };
}

async function withResolved(resolve: FindParts, block: Block): Promise<Block> {
  const named = namedBy(block);
  if (named) return { ...block, data: { ...block.data, resolved: await findResolved(resolve, named) } };
  const { nodes, fragments } = block;
  const inside = nodes?.map(async (node) => (node.object === 'block' ? withResolved(resolve, node) : node));
  const parts = fragments?.map(async (fragment) => ({
    ...fragment,
    nodes: await Promise.all(fragment.nodes.map((node) => withResolved(resolve, node))),
  }));
  return {
    ...block,
    ...(inside && { nodes: await Promise.all(inside) }),
    ...(parts && { fragments: await Promise.all(parts) }),
  };
}

function namedBy({ type, data }: Block): NamedParts | null {
  const spec = type === 'swagger' ? findAddress(data.ref) : specIn(data.ref);
  if (spec === null) return null;
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  if (type === 'openapi-operation' || type === 'swagger')
    return { kind: 'operation', spec, names: [`${text('method')} ${text('path')}`] };
  if (type === 'openapi-webhook') return { kind: 'webhook', spec, names: [`${text('method')} ${text('name')}`] };
  const { schemas } = data;
  return { kind: 'schemas', spec, names: Array.isArray(schemas) ? schemas.map(String) : [] };
}

const specIn = (ref: Block['data']['ref']) => (ref?.kind === 'openapi' ? ref.spec : null);
const findAddress = (ref: Block['data']['ref']) => (ref?.kind === 'url' ? ref.url : null);

async function findResolved(resolve: FindParts, named: NamedParts) {
  const found = await resolve(named);
  if (found === null) return null;
  const parts = found.parts.map(({ data }) => data);
  return {
    ...specValue(found.spec),
    ...(named.kind === 'schemas' ? { schemas: parts } : { [named.kind]: parts[0] ?? null }),
  };
}
