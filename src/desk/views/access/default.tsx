import type { Send } from '../../client/change.ts';
import { List, Row } from '../../parts/list.tsx';
import { roleOptions, roleWord, type Role } from '../../parts/roles.tsx';
import { Select } from '../../parts/select.tsx';
import { fill, words } from '../../words/words.ts';

interface DefaultProps {
  readonly defaultLevel: Role | null;
  readonly inheritsDefaultLevel: boolean;
  readonly onSet: (send: Send, value: string) => Promise<unknown>;
}

/** What everybody has to whom nothing is granted here. */
export const Default = ({ defaultLevel, inheritsDefaultLevel, onSet }: DefaultProps) => (
  <List title={words.everybodyElse}>
    {[
      <Row
        key="default"
        title={words.defaultLevel}
        about={
          inheritsDefaultLevel
            ? fill(words.inheritsLevel, { role: roleWord(defaultLevel, words.noAccess) })
            : words.ownLevel
        }
      >
        <Select
          label={words.defaultLevel}
          value={inheritsDefaultLevel ? 'INHERIT' : (defaultLevel ?? '')}
          options={[['INHERIT', words.inherit], ...roleOptions(words.noAccess)]}
          onSelect={onSet}
        />
      </Row>,
    ]}
  </List>
);
