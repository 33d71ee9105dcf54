import { useMemo } from 'react';
import { Provider } from 'urql';
import { NotShown, start, type Dashboard } from '../../shared/frame.tsx';
import { ChangeRequest } from './change-request.tsx';
import { clientOf } from './client.ts';
import { ChangeRequests, Organizations, Spaces } from './lists.tsx';

const Client: Dashboard['Client'] = ({ session, children }) => {
  const client = useMemo(() => clientOf(session), [session]);
  return <Provider value={client}>{children}</Provider>;
};

const View: Dashboard['View'] = ({ kind, id }) => {
  switch (kind) {
    case '':
      return <Organizations />;
    case 'orgs':
      return <Spaces id={id} />;
    case 'spaces':
      return <ChangeRequests id={id} />;
    case 'change-requests':
      return <ChangeRequest id={id} />;
    default:
      return <NotShown />;
  }
};

start('Dashboard with urql', { Client, View });
