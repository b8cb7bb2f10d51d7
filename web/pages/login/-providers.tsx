import { Button, Divider, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { addressFrom } from '#domain/address.ts'
import { METHODS, type Method } from '#domain/session/second_factor.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { openProvider, useProviderReturn } from '#web/lib/session/provider_visit.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { Note } from '#web/ui/text/note.tsx'
import { OrcidMark } from '#web/ui/text/orcid.tsx'
import { useSignedIn } from './-password_form.tsx'

interface ProvidersProps {
  /** Of the address. */
  query: Record<string, unknown>
  /** The provider let the user in, and one of these second factors is needed. */
  onSecond: (methods: Method[]) => void
}

/** A button for each sign-in provider, and what a visit to one returned with. */
export function Providers({ query, onSecond }: ProvidersProps) {
  const { providers, failure, next, second } = useProviderReturn(query)
  const user = useOptionalUser()
  const signedIn = useSignedIn()
  const begin = useAction(api.providers.signIn, {
    success: false,
    refresh: false,
    onDone: ({ url }) => url && openProvider(url),
  })
  // A visit returns once.
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    const methods = METHODS.filter((method) =>
      String(second ?? '')
        .split(',')
        .includes(method),
    )
    const redirect = addressFrom(next)
    if (methods.length > 0) onSecond(methods)
    else if (user && redirect) signedIn({ success: true, user, redirect })
    else return
    taken.current = true
  })
  return (
    <Stack gap="sm">
      <Divider label="or" />
      {failure && <Note kind="bad">{failure}</Note>}
      {providers.map(({ id, label, is_orcid }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={begin.pending}
          leftSection={is_orcid && <OrcidMark size={18} />}
          onClick={() => void begin.run({ body: { provider: id } })}
        >
          {`Sign in with ${label}`}
        </Button>
      ))}
    </Stack>
  )
}
