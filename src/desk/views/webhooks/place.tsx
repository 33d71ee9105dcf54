import { PlacesOfWebhooks } from '../../__generated__/webhooks.ts';
import { Read } from '../../client/read.tsx';
import { Field } from '../../parts/form.tsx';
import { named } from '../../parts/spaces.tsx';
import { words } from '../../words/words.ts';

const members = ['spaceId', 'collectionId', 'siteId'] as const;

/** The member of the input of a webhook for the place that was chosen: `spaceId spc_…`; none for the whole organization. */
export function placeOf(chosen: string): Partial<Record<(typeof members)[number], string>> {
  const [member, id] = chosen.split(' ');
  const known = members.find((one) => one === member);
  return known === undefined || id === undefined ? {} : { [known]: id };
}

/** Asks of what the events are sent: of the whole organization, or of one of its spaces, collections or sites. */
export const PlaceField = ({ organizationId }: { readonly organizationId: string }) => (
  <Read query={PlacesOfWebhooks} variables={{ id: organizationId }} of={({ organization }) => organization}>
    {({ spaces, collections, sites }) => {
      const groups = [
        [words.spaces, 'spaceId', spaces.edges.map(({ node }) => [node.id, named(node)])],
        [words.collections, 'collectionId', collections.edges.map(({ node }) => [node.id, node.title])],
        [words.sites, 'siteId', sites.edges.map(({ node }) => [node.id, node.title])],
      ] as const;
      return (
        <Field label={words.eventsOf} name="place" hint={words.eventsOfHint}>
          {(control) => (
            <select {...control}>
              <option value="">{words.wholeOrganization}</option>
              {groups
                .filter(([, , places]) => places.length > 0)
                .map(([label, member, places]) => (
                  <optgroup key={member} label={label}>
                    {places.map(([id = '', title]) => (
                      <option key={id} value={`${member} ${id}`}>
                        {title || words.untitled}
                      </option>
                    ))}
                  </optgroup>
                ))}
            </select>
          )}
        </Field>
      );
    }}
  </Read>
);
