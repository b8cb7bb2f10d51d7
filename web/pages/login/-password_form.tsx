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
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { startSession, takeExpiredPage } from '#web/lib/session/session.ts'
import { Note } from '#web/ui/text/note.tsx'

const PASSWORD = address('/password')
const TOO_OFTEN = 'The limit of login attempts has been reached. Please try again in a few minutes.'

export type LoginReply = ReplyOf<SystemContract['session']['login']>

/** What a sign-in that failed says; what is wrong with a field stands there. */
export function failureText(error: unknown): string | null {
  const kind = failureKind(error)
  if (kind === 'invalid') return null
  return kind === 'throttled' ? TOO_OFTEN : 'Server error occurred.'
}

/** Leads a user who has signed in to where they go on; false when the reply says that nobody has. */
export function useSignedIn() {
  const go = useGo()
  const banner = useBanner()
  const queries = useQueryClient()
  return ({ success, user, redirect = address('/') }: LoginReply): boolean => {
    if (!success || !user) return false
    banner.reset()
    const back = takeExpiredPage(user.id)
    startSession(queries, user)
    // A generated password is changed first; an ended session goes on where it was.
    const first = redirect === PASSWORD
    void go(first ? PASSWORD : (back ?? redirect), { replace: true, state: { signedIn: first } })
    return true
  }
}

const WRONG = 'The login attempt failed. Either the user ID or password is invalid.'

interface LoginFormProps {
  /** Why it starts anew, where it does. */
  why: string | null
  /** The password was right, and one of these is asked for. */
  onSecond: (methods: Method[]) => void
}

/**
 * ID and password; what went wrong stands above the button and stays. Two fields and no draft: it does without the form
 * of the other screens, which a visitor's first screen would wait for.
 */
export function LoginForm({ why, onSecond }: LoginFormProps) {
  const entered = useSignedIn()
  const [typed, setTyped] = useState({ email: '', password: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState(why)
  const wrong = (found: FieldErrors) => {
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
      else if (!entered(reply)) setFailure(WRONG)
    },
    onFault: (error) => {
      wrong((error as Fault).errors ?? {})
      setFailure(failureText(error))
    },
  })
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name]?.[0],
    'data-path': name,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(!typed.email.trim() && { email: [NO_EMAIL] }),
      ...(!typed.password && { password: [NO_PASSWORD] }),
    }
    if (Object.keys(missing).length > 0) {
      setFailure(null)
      return wrong(missing)
    }
    setErrors({})
    void login.run({ body: typed })
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
