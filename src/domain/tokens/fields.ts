import * as z from 'zod';

export const TokenName = z.string().min(1).max(100);

/** A token lives this long unless asked otherwise. Decisions 5.1. */
export const defaultLifeDays = 90;

/** No token that a request creates lives longer. */
export const maxLifeDays = 366;

export const tokenKinds = {
  user: 'Made by or for a user.',
  bootstrap: 'Made when the service first started.',
  integration: 'Of an integration.',
  installation: 'Of an installation of an integration.',
} as const;
