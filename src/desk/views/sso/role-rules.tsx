import { SaveOidc, type SsoViewQuery } from '../../__generated__/sso.ts';
import { Action } from '../../parts/action.tsx';
import { Form, SelectField, TextField } from '../../parts/form.tsx';
import { Row } from '../../parts/list.tsx';
import { asRole, roleOptions, roleWord } from '../../parts/roles.tsx';
import { Select } from '../../parts/select.tsx';
import { fill, words } from '../../words/words.ts';

export interface OidcProps {
  readonly provider: NonNullable<SsoViewQuery['organization']>['oidcProviders']['edges'][number]['node'];
  readonly organizationId: string;
}

type Rules = OidcProps['provider']['roles'];

/** Which claims give members which role at each sign-in by a provider, and the role of all others. */
export function RoleRules({ provider, organizationId }: OidcProps) {
  const { id, label, roles, defaultRole } = provider;
  const ids = { organizationId, id };
  const inputOf = (rules: Rules) => rules.map((rule) => ({ ...rule, teamIds: [...rule.teamIds] }));
  return (
    <li className="entry">
      <details>
        <summary>{fill(words.roleRulesOf, { name: label })}</summary>
        <p className="quiet">{words.roleRulesHint}</p>
        <ul>
          {roles.map((rule, index) => (
            <Row
              key={`${rule.claim} ${rule.value}`}
              title={
                <code>
                  {rule.claim} = {rule.value}
                </code>
              }
              about={roleWord(rule.role)}
            >
              <Action
                className="plain"
                label={fill(words.removeName, { name: `${rule.claim} = ${rule.value}` })}
                onAct={(send) =>
                  send(SaveOidc, { ...ids, input: { roles: inputOf(roles.filter((_rule, at) => at !== index)) } })
                }
              >
                {words.remove}
              </Action>
            </Row>
          ))}
          <Row title={words.defaultRole} about={words.defaultRoleHint}>
            <Select
              label={fill(words.defaultRoleOf, { name: label })}
              value={defaultRole ?? ''}
              options={roleOptions()}
              onSelect={(send, value) => send(SaveOidc, { ...ids, input: { defaultRole: asRole(value) } })}
            />
          </Row>
        </ul>
        <Form
          submit={words.addRule}
          onSend={({ send, field }) =>
            send(SaveOidc, {
              ...ids,
              input: {
                roles: [
                  ...inputOf(roles),
                  { claim: field('claim'), value: field('value'), role: asRole(field('role')), teamIds: [] },
                ],
              },
            })
          }
        >
          <TextField label={words.claim} name="claim" placeholder="groups" isRequired />
          <TextField label={words.claimValue} name="value" placeholder="writers" isRequired />
          <SelectField label={words.role} name="role" value="EDIT" options={roleOptions()} />
        </Form>
      </details>
    </li>
  );
}
