import { PasswordInput, Text } from '@mantine/core'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

interface PasswordDialogProps<E extends Endpoint> {
  call: EndpointFunction<E>
  input?: Omit<EndpointInput<E>, 'body'>
  title: string
  submit: string
  /** What it comes to. */
  says: string
  /** False: what follows says how it went. */
  success?: false
  close: () => void
  onDone: (reply: ReplyOf<E>) => void
}

/** A change that wants the password first. */
export function PasswordDialog<E extends Endpoint>(props: PasswordDialogProps<E>) {
  const { call, input, title, submit, says, success, close, onDone } = props
  const form = useEndpointForm(call, {
    initial: { password: '' },
    ...(input && { input }),
    ...(success === false && { success }),
    invalid: false,
    refresh: false,
    onDone,
  })
  return (
    <FormDialog title={title} form={form} close={close} submit={submit}>
      <Text>{says}</Text>
      <PasswordInput
        label="Password"
        data-autofocus
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
    </FormDialog>
  )
}
