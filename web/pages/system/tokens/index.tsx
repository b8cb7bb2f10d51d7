import { Anchor, Button, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ApiToken } from '#domain/api_tokens/contract.ts'
import { SCOPE_TEXTS, TOKEN_STATE_TEXTS } from '#domain/api_tokens/rules.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip, Tag } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { SecretOnce } from '#web/ui/text/secret_once.tsx'
import { MakeToken } from './-make_token.tsx'

export const Route = createFileRoute('/system/tokens/')({
  loader: load(api.apiTokens.list),
  component: Tokens,
})

/** Served by the server, not a screen. */
const API_DOCS = '/api/docs/'

function Tokens() {
  const tokens = useCall(api.apiTokens.list, {}, { staleTime: 0 })
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  return (
    <Page
      title="API tokens"
      breadcrumbs={[['System', address('/system')], ['API tokens']]}
      actions={<WriteButton onClick={() => setMaking(true)}>Make a token</WriteButton>}
    >
      <Text mb="md" maw={760}>
        A script that sends a token acts as its maker, within the token's scopes.{' '}
        <Anchor href={API_DOCS}>/api/docs</Anchor> describes the API. Every administrator sees all tokens and
        can revoke them.
      </Text>
      <Loaded query={tokens}>{(rows) => <TokenTable tokens={rows} />}</Loaded>
      {making && (
        <MakeToken
          close={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
        />
      )}
      {made !== null && <MadeToken token={made} close={() => setMade(null)} />}
    </Page>
  )
}

const MadeToken = ({ token, close }: { token: string; close: () => void }) => (
  <Dialog open size="lg" message={<b>Your new token</b>}>
    <SecretOnce
      label="Token"
      value={token}
      note="Keep it where your script reads its secrets, never in its source. Whoever has it can do what its scopes allow, in your name."
    />
    <Group justify="flex-end" mt="md">
      <Button onClick={close}>Done</Button>
    </Group>
  </Dialog>
)

const hint = `Times are in ${zoneName()}.`

function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const ask = useConfirm()
  const revoke = useAction(api.apiTokens.revoke)
  return (
    <DataTable
      label="API tokens"
      rows={tokens}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="There are no tokens.">
          Make one for a script that reads lists, the allocation or custody, or that imports samples, without
          anyone signing in.
        </EmptyState>
      }
      columns={[
        {
          header: 'Name',
          cardTitle: true,
          cell: ({ name, ending }) => (
            <>
              {name}{' '}
              <Text span c="dimmed" ff="monospace" fz="xs">
                …{ending}
              </Text>
            </>
          ),
        },
        { header: 'Made by', cell: ({ maker }) => maker.name },
        {
          header: 'Scopes',
          cell: ({ scopes }) => (
            <Group gap={4}>
              {scopes.map((scope) => (
                <Tag key={scope}>{SCOPE_TEXTS[scope].label}</Tag>
              ))}
            </Group>
          ),
        },
        {
          header: 'State',
          cell: ({ state, why }) => (
            <>
              <StatusChip colour={TOKEN_STATE_TEXTS[state].colour}>
                {TOKEN_STATE_TEXTS[state].label}
              </StatusChip>
              {why && (
                <Text fz="xs" c="dimmed">
                  {why}
                </Text>
              )}
            </>
          ),
        },
        { header: 'Made', hint, nowrap: true, cell: ({ created_at }) => time(created_at) },
        { header: 'Expires', hint, nowrap: true, cell: ({ expires_at }) => time(expires_at) },
        {
          header: 'Last used',
          hint: `${hint} To the minute.`,
          nowrap: true,
          cell: ({ last_used_at }) => (last_used_at ? time(last_used_at) : 'Never'),
        },
        {
          header: 'Revoke',
          action: true,
          width: 100,
          align: 'right',
          cell: ({ id, name, state, maker }) =>
            (state === 'active' || state === 'unusable') && (
              <WriteButton
                variant="default"
                size="compact-sm"
                aria-label={`Revoke ${name}`}
                onClick={() =>
                  void ask({
                    question: `Revoke the token ${name} of ${maker.name}?`,
                    details: (
                      <Text size="sm">Scripts that use it are refused from then on. No e-mail is sent.</Text>
                    ),
                    act: () => revoke.run({ params: { id } }),
                  })
                }
              >
                Revoke
              </WriteButton>
            ),
        },
      ]}
    />
  )
}
