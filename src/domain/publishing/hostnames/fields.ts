import * as z from 'zod';

/** A hostname of at least three labels, in any case. */
export const CustomHostname = z
  .string()
  .max(512)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i,
    'must be a hostname of at least three labels, such as docs.example.org',
  );
