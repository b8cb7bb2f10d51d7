import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { itemState } from '#domain/meetings/status.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { TableDialog } from '#web/ui/dialogs/table_dialog.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { gradeOf, gradeText } from '#web/ui/meeting/grade.ts'
import { GlobalScore } from '#web/ui/text/score.tsx'
import classes from './chair.module.css'
import { useChairCommand } from './commands.ts'

type Item = LiveChair['docket'][number]

const { WAITING } = itemState.code
const SIDES = [
  ['above', 'Above the line'],
  ['below', 'Below the line'],
  [null, 'By hand'],
] as const

interface TriageDialogProps {
  open: boolean
  close: () => void
  live: LiveChair
  items: readonly Item[]
}

/** What goes through without discussion: each with the score that its reports propose, to be agreed on together. */
export function TriageDialog({ open, close, live, items }: TriageDialogProps) {
  const drafts = useRowDrafts<string>(`meetings/${live.meeting.id}/triage`)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [tell, setTell] = useState(false)
  const waiting = items.filter(({ state }) => state === WAITING)
  const textOf = (item: Item) =>
    drafts.values[item.proposal_id] ?? gradeText(item.triage?.global_score ?? item.triage?.proposed ?? null)
  const selected = waiting.filter(({ proposal_id }) => chosen.has(proposal_id))
  const bad = selected.filter((item) => gradeOf(textOf(item)) === null)
  const closes = selected.flatMap((item) => item.triage?.closes ?? [])
  const agree = useChairCommand(api.meetings.agreeTriage, {
    everywhere: true,
    onDone: () => {
      drafts.markSaved(selected.map(({ proposal_id }) => String(proposal_id)))
      setChosen(new Set())
    },
  })
  const choose = (ids: readonly number[], on: boolean) => {
    const rest = [...chosen].filter((id) => !ids.includes(id))
    setChosen(new Set(on ? [...rest, ...ids] : rest))
  }
  const run = () =>
    agree.run({
      params: { id: live.meeting.id },
      body: {
        scores: selected.map((item) => ({
          proposal_id: item.proposal_id,
          version: item.version,
          global_score: gradeOf(textOf(item)),
          score_version: item.triage?.score_version,
        })),
        tell_reviewers: tell,
      },
    })
  return (
    <TableDialog
      open={open}
      onClose={close}
      title="Without discussion"
      summary={
        <span className={classes.quiet}>
          The proposed score is half the average total of the reports. Change it, select, and agree on all at
          once; or bring a proposal back to discuss it. Members can bring one back too.
        </span>
      }
      footer={
        <>
          {closes.length > 0 && (
            <Checkbox
              checked={tell}
              onChange={({ currentTarget }) => setTell(currentTarget.checked)}
              label={`Tell the reviewers of ${closes.length} open ${closes.length === 1 ? 'report' : 'reports'} that it is no longer needed`}
            />
          )}
          <span className={classes.grow} />
          <Button variant="default" onClick={close}>
            Done
          </Button>
          <WriteButton
            loading={agree.pending}
            why={
              selected.length === 0
                ? 'Select at least one proposal.'
                : bad.length > 0
                  ? `Enter a score from 0.00 to 5.00 for ${bad.map(({ proposal_id }) => proposal_id).join(', ')}.`
                  : null
            }
            onClick={run}
          >
            {`Agree on ${selected.length}`}
          </WriteButton>
        </>
      }
    >
      <table className={classes.triage}>
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label="Select all"
                checked={waiting.length > 0 && selected.length === waiting.length}
                indeterminate={selected.length > 0 && selected.length < waiting.length}
                onChange={({ currentTarget: { checked } }) =>
                  choose(
                    waiting.map(({ proposal_id }) => proposal_id),
                    checked,
                  )
                }
              />
            </th>
            <th>Proposal</th>
            <th>Score</th>
            <th aria-label="Bring back" />
          </tr>
        </thead>
        {SIDES.map(([side, label]) => {
          const rows = items.filter((item) => (item.triage?.side ?? null) === side)
          return (
            rows.length > 0 && (
              <tbody key={label}>
                <tr>
                  <th colSpan={4} scope="rowgroup">{`${label}: ${rows.length}`}</th>
                </tr>
                {rows.map((item) => (
                  <TriageRow
                    key={item.proposal_id}
                    item={item}
                    meeting_id={live.meeting.id}
                    text={textOf(item)}
                    type={(text) => drafts.setValues({ ...drafts.values, [item.proposal_id]: text })}
                    chosen={chosen.has(item.proposal_id)}
                    choose={(on) => choose([item.proposal_id], on)}
                  />
                ))}
              </tbody>
            )
          )
        })}
      </table>
      <InlineMessage />
    </TableDialog>
  )
}

interface TriageRowProps {
  item: Item
  meeting_id: number
  text: string
  type: (text: string) => void
  chosen: boolean
  choose: (on: boolean) => void
}

function TriageRow({ item, meeting_id, text, type, chosen, choose }: TriageRowProps) {
  const { proposal_id: id, title, state, score } = item
  const bringBack = useChairCommand(api.meetings.bringBack)
  const waits = state === WAITING
  return (
    <tr>
      <td>
        {waits && (
          <Checkbox
            aria-label={`Select ${id}`}
            checked={chosen}
            onChange={({ currentTarget }) => choose(currentTarget.checked)}
          />
        )}
      </td>
      <td>
        <Anchor
          inherit
          underline="never"
          c="inherit"
          href={address('/proposals/detail/$id', { id })}
          target="_blank"
        >
          <b>{id}</b> {title}
        </Anchor>
      </td>
      <td>
        {waits ? (
          <TextInput
            w={72}
            aria-label={`Score of ${id}`}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={gradeOf(text) === null && chosen}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        ) : (
          <GlobalScore score={score} />
        )}
      </td>
      <td>
        {waits && (
          <WriteButton
            variant="default"
            size="compact-sm"
            loading={bringBack.pending}
            onClick={() => bringBack.run({ params: { id: meeting_id }, body: { proposal_id: id } })}
          >
            {`Discuss ${id}`}
          </WriteButton>
        )}
      </td>
    </tr>
  )
}
