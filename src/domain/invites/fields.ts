import * as z from 'zod';

/** Maximum number of email addresses in one request. */
export const maxInvited = 100;
