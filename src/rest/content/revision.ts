import * as z from 'zod';
import { revisionTypes, type RevisionType } from '../../domain/content/fields.ts';
import type { RevisionFragment } from '../__generated__/operations.ts';
import { ChangeRequest, changeRequest } from '../change-requests/resource.ts';
import type { Resource } from '../route.ts';
import { Timestamp, urls } from '../shared/schemas.ts';
import { File, file } from './file.ts';
import { presentTree, valuesOf } from './page.ts';
import { ReusableContent, reusableContent } from './reusable-content.ts';
import { Page } from './page-schema.ts';

/** Contract 2.13; of a merge `mergedFrom`, for whoever may see it (decisions 2.1). */
export const Revision = z
  .strictObject({
    object: z.literal('revision'),
    id: z.string(),
    parents: z.array(z.string()),
    pages: z.array(Page),
    files: z.array(File),
    reusableContents: z.array(ReusableContent),
    variables: z.record(z.string(), z.string()),
    createdAt: Timestamp,
    type: z.enum(Object.keys(revisionTypes) as [RevisionType, ...RevisionType[]]),
    mergedFrom: ChangeRequest.optional(),
    urls: urls('app'),
  })
  .meta({ id: 'Revision' });

export const revision: Resource<RevisionFragment, z.infer<typeof Revision>> = {
  schema: Revision,
  present: (node) => ({
    object: 'revision',
    id: node.id,
    parents: node.parents,
    pages: presentTree(node.allPages),
    files: node.allFiles.map(file.present),
    reusableContents: node.reusableContents.map(reusableContent.present),
    variables: valuesOf(node.variables),
    createdAt: node.createdAt,
    type: node.type,
    mergedFrom: node.mergedFrom ? changeRequest.present(node.mergedFrom) : undefined,
    urls: { app: node.app },
  }),
};
