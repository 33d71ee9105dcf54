import type {
  GitConflictRule,
  GitDirection,
  GitPriority,
  GitPullRequests,
  GitViewQuery,
} from '../../__generated__/git.ts';
import { SelectField, TextField } from '../../parts/form.tsx';
import { wordOf, words } from '../../words/words.ts';

export type Connection = NonNullable<NonNullable<GitViewQuery['space']>['connectedRepository']>;

const directions = ['BOTH', 'IMPORT', 'EXPORT'] as const satisfies readonly GitDirection[];
const rules = ['MERGE', 'REVIEW'] as const satisfies readonly GitConflictRule[];
const priorities = ['GIT', 'OCTAVO'] as const satisfies readonly GitPriority[];

const pullRequests = ['NONE', 'SAME_REPOSITORY', 'ALL'] as const satisfies readonly GitPullRequests[];

/** The name of a branch, without the prefix of all of them. */
export const branchOf = (ref: string): string => ref.replace(/^refs\/heads\//, '');

/** The repository, its branch and folder, and what opens it. A token that is there is kept when the field is empty. */
export const PlaceFields = ({ now }: { readonly now: Connection | null }) => (
  <>
    <TextField
      label={words.repository}
      name="url"
      type="url"
      value={now?.url}
      placeholder="https://github.com/acme/docs"
      isRequired
    />
    <TextField label={words.branch} name="ref" value={now ? branchOf(now.ref) : 'main'} isRequired />
    <TextField label={words.folder} name="directory" value={now?.directory} hint={words.folderHint} />
    <TextField
      label={words.gitToken}
      name="token"
      type="password"
      hint={now?.hasToken ? words.gitTokenKept : words.gitTokenHint}
    />
  </>
);

/** In which way content goes, and what happens when both sides have changed. */
export const RuleFields = ({ now }: { readonly now: Connection | null }) => (
  <>
    <SelectField
      label={words.direction}
      name="direction"
      value={now?.direction ?? 'BOTH'}
      options={directions.map((one) => [one, wordOf('direction', one)])}
    />
    {now === null && (
      <SelectField
        label={words.firstSync}
        name="priority"
        value="GIT"
        options={priorities.map((one) => [one, wordOf('priority', one)])}
      />
    )}
    <SelectField
      label={words.onConflict}
      name="onConflict"
      value={now?.onConflict ?? 'MERGE'}
      options={rules.map((one) => [one, wordOf('onConflict', one)])}
    />
    <SelectField
      label={words.pullRequests}
      name="pullRequests"
      value={now?.pullRequests ?? 'NONE'}
      options={pullRequests.map((one) => [one, wordOf('pullRequests', one)])}
    />
    <TextField
      label={words.commitMessage}
      name="commitMessage"
      value={now?.commitMessage}
      hint={words.commitMessageHint}
    />
  </>
);

/** What both forms send. */
export const settingsOf = (field: (name: string) => string) => ({
  url: field('url'),
  ref: field('ref').startsWith('refs/') ? field('ref') : `refs/heads/${field('ref')}`,
  directory: field('directory'),
  direction: field('direction') as GitDirection,
  onConflict: field('onConflict') as GitConflictRule,
  pullRequests: field('pullRequests') as GitPullRequests,
  commitMessage: field('commitMessage') || null,
  ...(field('token') === '' ? {} : { token: field('token') }),
});
