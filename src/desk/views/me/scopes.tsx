import type { Scope } from '../../__generated__/me.ts';
import { SelectField } from '../../parts/form.tsx';
import { wordOf, words } from '../../words/words.ts';

/** What a token may reach, each with how it may, from the least to the most. */
const areas = {
  USER: ['READ', 'WRITE'],
  ORG: ['READ', 'WRITE'],
  ORG_MEMBERS: ['READ', 'WRITE'],
  ORG_TEAMS: ['READ', 'WRITE'],
  ORG_SSO: ['READ', 'WRITE'],
  ORG_TRANSLATIONS: ['READ', 'WRITE'],
  COLLECTION: ['READ', 'WRITE'],
  SPACE: ['READ', 'WRITE'],
  SPACE_CONTENT: ['READ', 'WRITE'],
  SPACE_CHANGE_REQUESTS: ['READ', 'WRITE', 'MERGE'],
  SPACE_COMMENTS: ['READ', 'WRITE'],
  SPACE_GIT: ['WRITE'],
  SITE: ['READ', 'WRITE'],
  OPENAPI: ['READ', 'WRITE'],
  INTEGRATION: ['READ', 'WRITE'],
} as const;

const all = Object.entries(areas);

/** A choice for each area; `prefix` keeps the names of the fields apart from others. */
export const ScopeFields = ({ prefix }: { readonly prefix: string }) => (
  <div className="scopes">
    {all.map(([area, ways]) => (
      <SelectField
        key={area}
        label={wordOf('scope', area)}
        name={prefix + area}
        value=""
        options={[['', words.noAccess], ...ways.map((way) => [way, wordOf('may', way)] as const)]}
      />
    ))}
  </div>
);

/** The scopes that were chosen: who may write may read, and who may merge may both. */
export const scopesOf = (field: (name: string) => string, prefix: string): Scope[] =>
  all.flatMap(([area, ways]) => {
    const chosen = (ways as readonly string[]).indexOf(field(prefix + area));
    return ways.slice(0, chosen + 1).map((way) => `${area}_${way}` as Scope);
  });
