import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { partKey } from '../../../text/openapi-specs/parts.ts';
import type { Context } from '../../core/context.ts';
import { findPart, operationsList, type PartRow } from './queries/parts.ts';
import type { OpenApiSpec } from './specs.ts';

/** An operation or webhook of the latest version of a specification. */
export type SpecOperation = PartRow;

/** Lists the operations and webhooks of the latest version of a specification, by title. */
export const listOperations = (
  ctx: Context,
  spec: Pick<OpenApiSpec, 'id'>,
  page: PageRequest,
): Promise<Page<SpecOperation>> => paginate<SpecOperation>(ctx, operationsList(spec.id), page);

/** Gets an operation by its method and path, or a webhook by its method and name. Throws not_found. */
export async function getOperation(
  ctx: Context,
  spec: Pick<OpenApiSpec, 'id'>,
  { method, path }: { readonly method: string; readonly path: string },
): Promise<SpecOperation> {
  const name = `${method.toLowerCase()} ${path}`;
  const keys = [partKey(`operation ${name}`), partKey(`webhook ${name}`)];
  const found = await findPart(ctx.sql, spec.id, keys);
  if (found === null) throw notFound('operation', `${method} ${path}`);
  return found;
}
