import { Button, Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { NoticeIdentity } from '#domain/session/provider_contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { openProvider, useProviderReturn } from '#web/lib/session/provider_visit.ts'
import { Note } from '#web/ui/text/note.tsx'
import { OrcidLink, OrcidMark } from '#web/ui/text/orcid.tsx'

interface FillFromOrcidProps {
  /** The iD that this browser has signed in with. */
  identity: NoticeIdentity | null
  /** Called before the page is left: what was typed is stored, and leaving is not asked about. */
  beforeLeaving: () => void
}

/** Fills the Notice in from ORCID; nothing where ORCID is not configured. */
export function FillFromOrcid({ identity, beforeLeaving }: FillFromOrcidProps) {
  const { providers, failure } = useProviderReturn(useSearch({ strict: false }))
  const begin = useAction(api.providers.fillNotice, {
    success: false,
    refresh: false,
    onDone: ({ url }) => {
      if (!url) return
      beforeLeaving()
      openProvider(url)
    },
  })
  const remove = useAction(api.providers.emptyNotice)
  if (!providers.some(({ is_orcid }) => is_orcid)) return null
  return (
    <>
      {failure && <Note kind="bad">{failure}</Note>}
      <Group gap="sm">
        {identity ? (
          <>
            <OrcidLink orcid={identity.orcid} />
            <span>(authenticated)</span>
            <Button variant="default" size="compact-sm" onClick={() => void remove.run()}>
              Remove
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="default"
              loading={begin.pending}
              leftSection={<OrcidMark size={18} />}
              onClick={() => void begin.run()}
            >
              Fill in from ORCID
            </Button>
            <Text size="sm" c="dimmed" flex="1 1 18rem" maw="44rem">
              You sign in at ORCID and return here. Empty name fields are filled in, and your ORCID iD is
              shown to the office with your Notice.
            </Text>
          </>
        )}
      </Group>
    </>
  )
}
