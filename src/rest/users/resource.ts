import * as z from 'zod';
import type { UserFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, urls } from '../shared/schemas.ts';

/** Contract 2.1. */
export const User = z
  .strictObject({
    object: z.literal('user'),
    id: z.string(),
    displayName: z.string(),
    email: z.string().optional(),
    photoURL: z.string().optional(),
    urls: urls('location'),
  })
  .meta({ id: 'User' });

export const user: Resource<UserFragment, z.infer<typeof User>> = {
  schema: User,
  present: (node) => ({
    object: 'user',
    id: node.id,
    displayName: node.displayName,
    email: given(node.email),
    photoURL: given(node.photoURL),
    urls: { location: node.location },
  }),
};
