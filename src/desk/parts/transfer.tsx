import { useState } from 'react';
import type { Send } from '../client/change.ts';
import { fill, words } from '../words/words.ts';
import { Action } from './action.tsx';
import { Row } from './list.tsx';

interface TransferProps {
  readonly name: string;
  /** The organizations that may take it. */
  readonly organizations: readonly { readonly id: string; readonly title: string }[];
  readonly onTransfer: (send: Send, organizationId: string) => Promise<unknown>;
}

/** Transfers a space or a collection to another organization. Nothing where there is none. */
export function Transfer({ name, organizations, onTransfer }: TransferProps) {
  const [to, setTo] = useState(organizations[0]?.id ?? '');
  const target = organizations.find(({ id }) => id === to);
  if (target === undefined) return null;
  return (
    <Row title={words.transfer} about={words.transferHint}>
      <select aria-label={words.organization} value={to} onChange={({ target: { value } }) => setTo(value)}>
        {organizations.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Action
        confirm={{ title: fill(words.transferTitle, { name, title: target.title }), text: words.transferHint }}
        onAct={(send) => onTransfer(send, to)}
      >
        {words.transfer}
      </Action>
    </Row>
  );
}
