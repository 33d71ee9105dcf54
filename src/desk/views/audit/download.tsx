import { useState } from 'react';
import { useClient } from 'urql';
import { AuditPage, type AuditPageQueryVariables } from '../../__generated__/audit.ts';
import { reasonOf } from '../../client/read.tsx';
import { Failure } from '../../parts/failure.tsx';
import { words } from '../../words/words.ts';
import type { Actions, Entry } from './filters.ts';

interface DownloadProps {
  readonly variables: Omit<AuditPageQueryVariables, 'after'>;
  readonly actions: Actions;
}

/** Entries that one file has at most, the latest. More are read by the API, as archives do that follow the log. */
const most = 10_000;

/** Reads all that the filters leave, page by page, and saves it as a table. */
export function Download({ variables, actions }: DownloadProps) {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ask = (after: string | null) => client.query(AuditPage, { ...variables, after }).toPromise();
  const save = async () => {
    setIsBusy(true);
    setRefusal(null);
    const entries: Entry[] = [];
    let after: string | null = null;
    do {
      const { data, error } = await ask(after);
      const page = data?.organization?.auditEvents;
      if (!page) {
        setRefusal(reasonOf(error) ?? words.notThere);
        break;
      }
      entries.push(...page.edges.map(({ node }) => node));
      after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after !== null && entries.length < most);
    setIsBusy(false);
    if (entries.length > 0) saveFile('audit-log.csv', tableOf(entries, actions));
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void save()}>
        {words.downloadCsv}
      </button>
      <Failure>{refusal}</Failure>
    </>
  );
}

const columns = ['time', 'action', 'actor', 'email', 'target', 'targetId', 'source', 'address', 'userAgent', 'eventId'];

/** Spreadsheets compute what begins like a formula, so such a value gets an apostrophe before it. */
const cell = (value: string | null | undefined): string =>
  `"${(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

const tableOf = (entries: readonly Entry[], actions: Actions): string =>
  [
    columns.map(cell),
    ...entries.map((entry) =>
      [
        entry.occurredAt,
        actions.find(({ type }) => type === entry.type)?.name ?? entry.type,
        entry.actor?.displayName,
        entry.actor?.email,
        entry.targetTitle ?? entry.subjectTitle,
        entry.targetId,
        entry.source.toLowerCase(),
        entry.address,
        entry.userAgent,
        entry.eventId,
      ].map(cell),
    ),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
