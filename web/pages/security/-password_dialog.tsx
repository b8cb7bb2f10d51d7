import { PasswordInput, Text } from '@mantine/core'
import type { z } from 'zod'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import type { SecurityOverview } from '#domain/session/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

/** What each part of the screen is handed: how things stand, and what follows a change. */
export interface SecuritySectionProps {
  of: SecurityOverview
  done: (reply: { message?: string; recovery_codes?: string[] }) => void | Promise<void>
}

/** An endpoint whose body is the password alone. */
type PasswordEndpoint = Endpoint & { body: z.ZodType<unknown, { password: string }> }

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
export function PasswordDialog<E extends PasswordEndpoint>(props: PasswordDialogProps<E>) {
  const { call, input, title, submit, says, success, close, onDone } = props
  // The type of the body cannot be decided for any E; it is the one of PasswordEndpoint.
  const form = useEndpointForm(call as unknown as EndpointFunction<PasswordEndpoint>, {
    initial: { password: '' },
    ...(input && { input: input as Omit<EndpointInput<PasswordEndpoint>, 'body'> }),
    ...(success === false && { success }),
    invalid: false,
    refresh: false,
    onDone: (reply) => onDone(reply as ReplyOf<E>),
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
