import * as z from 'zod';
import { Id } from '../lib/form-types.ts';

/** The arguments that several tools have. */
export const space = Id.describe('Id of the space');
export const changeRequest = Id.describe('Id or number of the change request');
export const inRequest = Id.optional().describe('Reads this change request instead');
export const after = z.string().max(500).optional().describe('Where the list goes on');
export const page = z.string().min(1).max(1_000).describe('Id or path of the page');
export const organization = Id.optional().describe('Id, if the token is for several');
