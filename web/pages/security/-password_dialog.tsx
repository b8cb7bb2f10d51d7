import { Checkbox, PasswordInput, Text } from '@mantine/core'
import type { z } from 'zod'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import type { SecurityOverview } from '#domain/session/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'

/** Props of each section of the screen; `done` follows a change. */
export interface SecuritySectionProps {
  of: SecurityOverview
  done: (reply: { message?: string; recovery_codes?: string[] }) => void | Promise<void>
}

/** An endpoint whose body is only the password. */
type PasswordEndpoint = Endpoint & { body: z.ZodType<unknown, { password: string; end_others?: unknown }> }

interface PasswordDialogProps<E extends PasswordEndpoint> {
  call: EndpointFunction<E>
  input?: Omit<EndpointInput<E>, 'body'>
  title: string
  submit: string
  /** What the change means. */
  consequence: string
  /** Offers to end the other sessions too. */
  endsOthers?: boolean
  /** False: no success message, because another step follows. */
  success?: false
  close: () => void
  onDone: (reply: ReplyOf<E>) => void
}

export const END_OTHERS = 'Sign out my other sessions'

/** Asks for the password before a change. */
export function PasswordDialog<E extends PasswordEndpoint>(props: PasswordDialogProps<E>) {
  const { call, input, title, submit, consequence, endsOthers = false, success, close, onDone } = props
  // The type of the body cannot be decided for any E; it is the one of PasswordEndpoint.
  const form = useEndpointForm(call as unknown as EndpointFunction<PasswordEndpoint>, {
    initial: { password: '', ...(endsOthers && { end_others: true }) },
    ...(input && { input: input as Omit<EndpointInput<PasswordEndpoint>, 'body'> }),
    ...(success === false && { success }),
    invalid: false,
    refresh: false,
    onDone: (reply) => onDone(reply as ReplyOf<E>),
  })
  return (
    <FormDialog title={title} form={form} close={close} submit={submit}>
      <Text>{consequence}</Text>
      <PasswordInput
        label="Password"
        data-autofocus
        autoComplete="current-password"
        {...form.fields.getInputProps('password')}
      />
      {endsOthers && (
        <Checkbox
          label={END_OTHERS}
          {...form.fields.getInputProps('end_others' as 'password', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
