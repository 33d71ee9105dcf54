import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

export const CollectionTitle = z
  .string()
  .max(50)
  .refine(...notBlank);

export const CollectionDescription = z.string().max(100);

export const defaultCollectionTitle = 'Untitled';
