import { Stack } from '@mantine/core'
import type { LinkedIdentity } from '#domain/session/provider_contract.ts'
import { OrcidLink } from './orcid.tsx'

/** A user's accounts at sign-in providers, one a line. */
export const Identities = ({ of }: { of: readonly LinkedIdentity[] }) => (
  <Stack gap={2}>
    {of.map(({ id, provider, name, orcid, confirmed_at }) => (
      <span key={id}>
        {orcid === null ? `${provider}: ${name}` : <OrcidLink orcid={orcid} />}
        {confirmed_at === null && ' (not linked yet)'}
      </span>
    ))}
  </Stack>
)
