import { document } from './__generated__/openapi.ts';
import type { Schema } from './schema.ts';

/** Returns the OpenAPI 3.1 document of the REST API. */
export const openapi = (version: string): Schema => ({ ...document, info: { ...document.info, version } });
