import type { Team } from './teams.ts';

/** A team as the subject of an event. */
export const ofTeam = ({ organizationId, id, title }: Pick<Team, 'organizationId' | 'id' | 'title'>) => ({
  organizationId,
  id,
  label: title,
});
