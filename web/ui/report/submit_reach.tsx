import { Text } from '@mantine/core'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'

/** What follows from submitting a report, and who is told. */
export const SubmitReach = ({ reviewer }: { reviewer: { name: string } }) => (
  <>
    <Text size="sm">The office alone can take the submission back.</Text>
    <MailRecipients to={[reviewer]} saying="the receipt" />
  </>
)
