import { SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useReadAgain } from '#web/lib/http/read_again.ts'
import { mailedHolder } from '#web/ui/custody/mailed_holder.ts'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface HandOverProps {
  loan: Loan
  close: () => void
}

const CHOICES = 20

/** Users by name, for a select that is searched. */
function useUserChoices(name: string) {
  const [typed] = useDebouncedValue(name, 250)
  const found = useCall(
    api.users.list,
    { query: { name: typed, per_page: CHOICES } },
    { keep: true, enabled: typed.trim() !== '' },
  )
  return found.data?.data ?? []
}

/** The loan passes to a successor: an account, or a person without one. */
export function HandOver({ loan, close }: HandOverProps) {
  const [kind, setKind] = useState<'account' | 'person'>('account')
  const [search, setSearch] = useState('')
  const users = useUserChoices(search)
  const form = useEndpointForm(api.loans.handOver, {
    initial: { user_id: null as string | null, name: '', email: '', affiliation: '', reason: '' },
    input: { params: { number: loan.number } },
    toBody: ({ user_id, name, email, affiliation, reason }) => ({
      ...(kind === 'account'
        ? { user_id: Number(user_id), name: '', email: '', affiliation: '' }
        : { user_id: null, name, email, affiliation }),
      reason,
      version: loan.version,
    }),
    onDone: close,
    onFault: useReadAgain(),
  })
  const { getInputProps, getValues } = form.fields
  const { user_id, name, email } = getValues()
  const account = users.find(({ id }) => String(id) === user_id)
  const successor = kind === 'account' ? account : name === '' ? undefined : { name, email }
  return (
    <FormDialog
      title={`Successor of ${loan.borrower_name}`}
      form={form}
      close={close}
      submit="Hand over"
      size="lg"
      disabled={kind === 'account' && user_id === null}
    >
      <Text size="sm">
        {`The successor answers for ${loan.number} and its pieces from now on; ${loan.borrower_name} stays on record as who took them out.`}
      </Text>
      <SegmentedControl
        aria-label="Successor"
        data={[
          { value: 'account', label: 'With an account' },
          { value: 'person', label: 'Without an account' },
        ]}
        value={kind}
        onChange={(next) => setKind(next as typeof kind)}
      />
      {kind === 'account' ? (
        <Select
          label="User"
          description="Type a part of the name."
          withAsterisk
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          // The server has looked for them.
          filter={({ options }) => options}
          nothingFoundMessage={search.trim() === '' ? undefined : 'No user has this name.'}
          data={users.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))}
          data-autofocus
          {...getInputProps('user_id')}
        />
      ) : (
        <>
          <TextInput label="Name" withAsterisk {...getInputProps('name')} />
          <TextInput label="E-mail" inputMode="email" withAsterisk {...getInputProps('email')} />
          <TextInput label="Affiliation" {...getInputProps('affiliation')} />
        </>
      )}
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...getInputProps('reason')} />
      <MailRecipients
        of={api.loans.handOver}
        to={{ holder: successor ? [...mailedHolder(loan), successor] : [] }}
      />
    </FormDialog>
  )
}
