import * as z from 'zod';

/** Contract 2.4, limit of part 8. */
export const CollectionTitle = z.string().max(50);

/** Contract 2.4, limit of part 8. */
export const CollectionDescription = z.string().max(100);

export const defaultCollectionTitle = 'Untitled';
