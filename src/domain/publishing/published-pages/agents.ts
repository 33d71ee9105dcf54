import type { ShownPlace } from './shown.ts';

type Place = Pick<ShownPlace, 'site' | 'settings'>;

/** Whether the site serves what is made for agents: `llms.txt`, `llms-full.txt` and the Markdown of pages. */
export const servesAgents = ({ site }: Pick<Place, 'site'>): boolean => site.agentsContext === 'included';

/** Whether pages offer their Markdown, at their address with `.md`. */
export const offersMarkdown = ({ site, settings }: Place): boolean =>
  servesAgents({ site }) && settings.pageActions?.markdown !== false;
