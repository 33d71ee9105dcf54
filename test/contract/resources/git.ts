import { oneOf, type Table } from './shape.ts';

/** Connections of spaces with Git repositories. */
export const git: Table = {
  GitConnection: {
    object: '"git-connection"',
    id: 'string',
    space: 'string',
    user: 'string',
    provider: oneOf('github', 'gitlab', 'gitea', 'bitbucket', 'other'),
    url: 'string',
    ref: 'string',
    directory: 'string',
    direction: oneOf('both', 'import', 'export'),
    priority: oneOf('git', 'octavo'),
    onConflict: oneOf('merge', 'review'),
    'commitMessage?': 'string',
    'username?': 'string',
    hasToken: 'boolean',
    pollMinutes: 'number',
    status: oneOf('active', 'unauthenticated', 'paused', 'conflict', 'failed'),
    failures: 'number',
    'changeRequest?': 'string',
    hook: { url: 'string', 'settingsUrl?': 'string', instructions: 'string' },
    createdAt: 'date-time',
    updatedAt: 'date-time',
    urls: { location: 'string' },
  },
  GitConnectionWithSecret: { connection: 'GitConnection', hookSecret: 'string' },
};
