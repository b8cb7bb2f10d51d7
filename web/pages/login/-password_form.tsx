import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import type { Fault, FieldErrors } from '#domain/errors.ts'
import { NO_EMAIL, NO_PASSWORD } from '#domain/session/rules.ts'
import type { Method } from '#domain/session/second_factor.ts'
import { focusFirstField } from '#web/lib/forms/field_elements.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind, minutesToWait, waitText } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useNavigation } from '#web/lib/routing/navigation_context.tsx'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { startSession, takeExpiredPage } from '#web/lib/session/session.ts'
import { Note } from '#web/ui/text/note.tsx'

const PASSWORD = address('/password')
const FEW_MINUTES = 5
/** After many wrong second factors the wait is a day. */
const tooOften = (minutes: number) =>
  `The limit of login attempts has been reached. Please try again ${minutes > FEW_MINUTES ? `after ${waitText(minutes)}` : 'in a few minutes'}.`

export type LoginReply = ReplyOf<SystemContract['session']['login']>

/** Message of a failed sign-in; null if the fields show their own. */
export function failureText(error: unknown): string | null {
  const kind = failureKind(error)
  if (kind === 'invalid') return null
  return kind === 'throttled' ? tooOften(minutesToWait(error as Fault)) : 'Server error occurred.'
}

/** Returns a function that opens the next page after a successful sign-in, or returns false. */
export function useSignedIn() {
  const { go } = useNavigation()
  const banner = useBanner()
  const queries = useQueryClient()
  return ({ success, user, redirect = address('/') }: LoginReply): boolean => {
    if (!success || !user) return false
    banner.reset()
    const back = takeExpiredPage(user.id)
    startSession(queries, user)
    // A generated password must be changed first; an expired session continues on its page.
    const first = redirect === PASSWORD
    go(first ? PASSWORD : (back ?? redirect), { replace: true, state: { signedIn: first } })
    return true
  }
}

const WRONG = 'The login attempt failed. Either the user ID or password is invalid.'

interface LoginFormProps {
  /** Why the sign-in was restarted. */
  why: string | null
  /** The password is correct and one of these second factors is needed. */
  onSecond: (methods: Method[]) => void
}

/** ID and password. It does not use EndpointForm, which would make the first screen of a visitor larger. */
export function LoginForm({ why, onSecond }: LoginFormProps) {
  const signedIn = useSignedIn()
  const [values, setValues] = useState({ email: '', password: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState(why)
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    requestAnimationFrame(() => focusFirstField(Object.keys(found)))
  }
  const login = useAction(api.session.login, {
    success: false,
    invalid: false,
    own: 'all',
    refresh: false,
    onDone: (reply) => {
      if (reply.second) onSecond(reply.second.methods)
      else if (!signedIn(reply)) setFailure(WRONG)
    },
    onFault: (error) => {
      showErrors((error as Fault).errors ?? {})
      setFailure(failureText(error))
    },
  })
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name]?.[0],
    'data-path': name,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(!values.email.trim() && { email: [NO_EMAIL] }),
      ...(!values.password && { password: [NO_PASSWORD] }),
    }
    if (Object.keys(missing).length > 0) {
      setFailure(null)
      return showErrors(missing)
    }
    setErrors({})
    void login.run({ body: values })
  }
  return (
    <form noValidate onSubmit={submit} aria-busy={login.pending}>
      <Stack gap="lg">
        <TextInput
          label="ID"
          type="text"
          inputMode="email"
          autoComplete="username"
          description="Your e-mail address"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('email')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
        {failure && !login.pending && <Note kind="bad">{failure}</Note>}
        <Button type="submit" loading={login.pending} fullWidth>
          LOGIN
        </Button>
      </Stack>
    </form>
  )
}
