import { Button, Select, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { PreviewedRelease, ResultRow } from '#domain/results/contract.ts'
import { resultOutcome } from '#domain/results/status.ts'
import { resultCount } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { TableDialog } from '#web/ui/dialogs/table_dialog.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { Note } from '#web/ui/text/note.tsx'
import classes from './release.module.css'

interface ReleaseDialogProps {
  rows: readonly ResultRow[]
  close: () => void
  onReleased: () => void
}

/** Says what a release shows and mails, and to whom, with each e-mail to read; then releases. */
export function ReleaseDialog({ rows, close, onReleased }: ReleaseDialogProps) {
  const [proposal_ids] = useState(() => rows.map(({ proposal_id }) => proposal_id))
  const preview = useCall(api.results.preview, { body: { proposal_ids } }, { staleTime: 0 })
  const release = useAction(api.results.release, { onDone: onReleased })
  const { data } = preview
  const obstacle = data?.obstacles[0]
  return (
    <TableDialog
      open
      onClose={close}
      title={`Release ${resultCount(proposal_ids.length)}?`}
      summary={data && <Text size="sm">{sumsText(data)}</Text>}
      footer={
        <>
          <Text size="sm" c="dimmed" className={classes.after!}>
            {data && afterText(data)}
          </Text>
          <Button variant="default" disabled={release.pending} onClick={close} data-autofocus>
            Cancel
          </Button>
          <WriteButton
            loading={release.pending}
            why={obstacle ? `${obstacle.proposal_id}: ${obstacle.why}` : null}
            onClick={() => data && release.run({ body: { proposal_ids } })}
          >
            {`Release ${resultCount(proposal_ids.length)}`}
          </WriteButton>
          <InlineMessage />
        </>
      }
    >
      <div className={classes.body}>
        {preview.error ? (
          <LoadError error={preview.error} retry={() => void preview.refetch()} />
        ) : data ? (
          <>
            {data.obstacles.map(({ proposal_id, why }) => (
              <Note key={proposal_id} kind="bad" title={`${proposal_id} cannot be released.`}>
                {why}
              </Note>
            ))}
            <Proposers rows={rows} preview={data} />
          </>
        ) : (
          <div role="status" aria-label="Loading">
            {proposal_ids.slice(0, 8).map((id) => (
              <Skeleton key={id} h={14} my={8} />
            ))}
          </div>
        )}
      </div>
    </TableDialog>
  )
}

/** '18 granted, 4 in part, 2 not granted: 31 e-mails, to 24 proposers and 7 collaborators.' */
function sumsText({ granted, part, not, mails, proposers, collaborators }: PreviewedRelease): string {
  const outcomes = [
    granted > 0 && `${granted} granted`,
    part > 0 && `${part} in part`,
    not > 0 && `${not} not granted`,
  ].filter(Boolean)
  const to = [
    proposers.length === 1 ? '1 proposer' : `${proposers.length} proposers`,
    collaborators > 0 && (collaborators === 1 ? '1 collaborator' : `${collaborators} collaborators`),
  ].filter(Boolean)
  return `${outcomes.join(', ')}: ${mails === 1 ? '1 e-mail' : `${mails} e-mails`}, to ${to.join(' and ')}.`
}

/** What proposers see then, and until when it can be undone. */
const afterText = ({ answer_by, seconds_to_undo }: PreviewedRelease) =>
  [
    'Each proposer then sees the result and its samples in MyProposal.',
    answer_by && `Samples are to be accepted or declined until ${answer_by}.`,
    seconds_to_undo > 0 && `You can undo for ${seconds_to_undo} s; until then nothing is sent or shown.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Who gets what, and beside it the e-mails of one of them. */
function Proposers({
  rows,
  preview: { proposers },
}: {
  rows: readonly ResultRow[]
  preview: PreviewedRelease
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const first = proposers.find(({ proposal_id }) => String(proposal_id) === chosen) ?? proposers[0]
  if (!first) return null
  return (
    <div className={classes.split}>
      <table className={classes.table} aria-label="Who gets an e-mail">
        <tbody>
          {proposers.map(({ proposal_id, name, email }) => {
            const row = rows.find((one) => one.proposal_id === proposal_id)
            return (
              <tr key={proposal_id} data-shown={proposal_id === first.proposal_id || undefined}>
                <td className={classes.id}>{proposal_id}</td>
                <td>
                  {name}
                  <small>{email}</small>
                </td>
                <td>{row && resultOutcome.label(row.outcome)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <section aria-label="E-mails">
        <Select
          aria-label="Show the e-mails about"
          searchable={proposers.length > 12}
          allowDeselect={false}
          data={proposers.map(({ proposal_id, name }) => ({
            value: String(proposal_id),
            label: `${proposal_id}, ${name}`,
          }))}
          value={String(first.proposal_id)}
          onChange={setChosen}
        />
        <Emails id={first.proposal_id} />
      </section>
    </div>
  )
}

function Emails({ id }: { id: number }) {
  const result = useCall(api.results.get, { params: { id } }, { keep: true }).data
  return (result?.mails ?? []).map(({ to, subject, text }) => (
    <div key={to} className={classes.mail}>
      <Text size="xs" c="dimmed" mb={4}>{`${to} · ${subject}`}</Text>
      <div className={classes.text}>{text}</div>
    </div>
  ))
}
