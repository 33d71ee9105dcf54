import * as z from 'zod';

export const CollectionTitle = z.string().max(50);

export const CollectionDescription = z.string().max(100);

export const defaultCollectionTitle = 'Untitled';
