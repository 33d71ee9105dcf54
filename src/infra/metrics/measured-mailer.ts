import { Counter, type Registry } from 'prom-client';
import { MailRefused } from '../mail/mail-errors.ts';
import type { Mailer } from '../mail/mailer.ts';

/** Wraps a mailer and counts what becomes of mails. */
export function measureMailer(mailer: Mailer, registry: Registry): Mailer {
  const mails = new Counter({
    name: 'octavo_mails_total',
    help: 'Mails given to the mail server, by outcome: accepted, refused for good, or delayed until another attempt.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    ...mailer,
    send: async (mail) => {
      try {
        await mailer.send(mail);
        mails.inc({ outcome: 'accepted' });
      } catch (error) {
        mails.inc({ outcome: error instanceof MailRefused ? 'refused' : 'delayed' });
        throw error;
      }
    },
  };
}
