import * as z from 'zod';
import { httpUrl } from '../../lib/http-url.ts';

/** The address below which a renderer answers. ASCII, so that it is stored in the length in which it is given. */
export const RendererUrl = httpUrl(1_024)
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
  .refine((text) => /^[!-~]*$/.test(text), 'must contain ASCII characters only; encode others');

/** The secret that the renderer has as well. */
export const RendererSecret = z.string().min(16).max(256);

/** Most renderers of one organization: each change is told to all of them. */
export const maxRenderers = 10;
