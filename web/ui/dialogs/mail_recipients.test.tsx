import { expect, test } from 'vitest'
import { api } from '#web/lib/http/api.ts'
import { MailRecipients } from './mail_recipients.tsx'

const people = [{ name: 'Ann' }]

test('takes the people of exactly the groups that the endpoint mails: the type check sees to it', () => {
  const dialogs = [
    <MailRecipients key="1" of={api.reports.cancel} to={{ reviewer: people }} />,
    <MailRecipients key="2" of={api.reports.removeReviewer} to={{}} />,
    // @ts-expect-error: the reviewer is left out
    <MailRecipients key="3" of={api.reports.cancel} to={{}} />,
    // @ts-expect-error: this endpoint does not mail the proposer
    <MailRecipients key="4" of={api.reports.cancel} to={{ reviewer: people, proposer: people }} />,
    // @ts-expect-error: this endpoint mails nobody
    <MailRecipients key="5" of={api.reports.removeReviewer} to={{ reviewer: people }} />,
  ]
  expect(dialogs).toHaveLength(5)
})
