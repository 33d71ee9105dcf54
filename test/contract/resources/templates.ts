import type { Table } from './shape.ts';

/** Spaces and pages that are offered where others are made. */
export const templates: Table = {
  Template: {
    object: '"template"',
    id: 'string',
    title: 'string',
    'description?': 'string',
    organization: 'string',
    space: 'string',
    'page?': 'string',
    createdAt: 'date-time',
    urls: { location: 'string' },
  },
};
