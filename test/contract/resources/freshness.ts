import type { Table } from './shape.ts';

/** Who looks after pages. */
export const freshness: Table = {
  PageFreshness: {
    object: '"page-freshness"',
    id: 'string',
    space: 'string',
    page: 'string',
    'owner?': 'string',
    'reviewAt?': 'date-time',
    due: 'boolean',
    'verifiedAt?': 'date-time',
    'verifiedBy?': 'string',
    'verifiedUntil?': 'date-time',
    urls: { location: 'string' },
  },
};
