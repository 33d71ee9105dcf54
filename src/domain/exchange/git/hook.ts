import { locationUrl } from '../../core/urls.ts';
import type { Context } from '../../core/context.ts';
import type { GitHost } from './connection-fields.ts';
import type { GitConnection } from './connections.ts';
import { repositoryPage } from '../../../text/git/edit-url.ts';

/** The webhook that a host is to send when somebody pushes, and how to add it there. */
export interface GitHook {
  readonly url: string;
  /** Page of the host where webhooks are added; null for a host whose pages are not known. */
  readonly settingsUrl: string | null;
  readonly instructions: string;
}

/** How the webhook is added on each host: the path of the page below the repository, and what to fill in. */
const hosts: Readonly<Record<GitHost, { readonly page: string | null; readonly instructions: string }>> = {
  github: {
    page: '/settings/hooks/new',
    instructions:
      'Add a webhook with this payload URL, the content type application/json and the secret. Let it send the push event, and pull requests where they are shown.',
  },
  gitlab: {
    page: '/-/hooks',
    instructions:
      'Add a webhook with this URL, and the secret as its signing token, or as its secret token where there is none. Let it send push events, and merge request events where they are shown.',
  },
  gitea: {
    page: '/settings/hooks/gitea/new',
    instructions:
      'Add a webhook of the kind Gitea or Forgejo with this target URL, the content type application/json and the secret. Let it send push events, and merge request events where they are shown.',
  },
  bitbucket: {
    page: '/admin/webhooks/new',
    instructions:
      'Add a webhook with this URL and the secret. Let it send the trigger "Repository push", and those of pull requests where they are shown.',
  },
  other: {
    page: null,
    instructions:
      'Let the host send a POST request to this URL after each push, with the secret in the header X-Octavo-Token.',
  },
};

/** The webhook of a connection, without its secret. */
export function hookOf({ urls }: Pick<Context, 'urls'>, { id, provider, url }: GitConnection): GitHook {
  const { page, instructions } = hosts[provider];
  return {
    url: locationUrl(urls, 'git', 'hooks', id),
    settingsUrl: page === null ? null : `${repositoryPage(url)}${page}`,
    instructions,
  };
}
