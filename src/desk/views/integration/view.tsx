import { IntegrationView } from '../../__generated__/integration.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';

/** An integration: its title and what it does. */
export const View = ({ ids: { name = '' } }: ViewProps) => (
  <Read query={IntegrationView} variables={{ name }} of={({ integration }) => integration}>
    {({ title, summary }) => (
      <Head title={title} kind={words.integration}>
        <p className="lead">{summary}</p>
      </Head>
    )}
  </Read>
);
