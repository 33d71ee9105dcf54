import { editOnce, type EditResult } from '../../../domain/authoring/content/edits/update-content.ts';
import type { ContentOperation } from '../../../domain/authoring/content/edits/operation.ts';
import type { Context } from '../../../domain/core/context.ts';
import { DomainError } from '../../../lib/errors.ts';

interface EditTarget {
  readonly spaceId: string;
  readonly changeRequestId?: string | null | undefined;
  readonly expectedRevision?: string | null | undefined;
}

/** Names of the mutation arguments that correspond to members of an operation. */
const argumentOf: Readonly<Record<string, string>> = {
  'input.page': 'pageId',
  'input.file': 'fileId',
  'input.files.0': 'input',
  'input.revision': 'revisionId',
  'input.reusableContent': 'reusableContentId',
};

const argumentPath = (path: string) =>
  path.replace(
    /^input\.(?:page|files\.0|file|revision|reusableContent)(?=\.|$)/,
    (field) => argumentOf[field] ?? field,
  );

/** Applies a content operation. Paths in error details name the arguments of the mutation. */
export async function edit(
  ctx: Context,
  { spaceId, changeRequestId, expectedRevision }: EditTarget,
  operation: ContentOperation,
): Promise<EditResult> {
  try {
    return await editOnce(ctx, { spaceId, changeRequestId, expectedRevision, operation });
  } catch (error) {
    if (!(error instanceof DomainError) || !error.details) throw error;
    const details = error.details.map((detail) => ({ ...detail, path: argumentPath(detail.path) }));
    throw new DomainError(error.type, error.status, error.message, { details, cause: error });
  }
}
