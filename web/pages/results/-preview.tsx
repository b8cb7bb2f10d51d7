import { Button, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { ResultDetail, ResultRow, TextFinding } from '#domain/results/contract.ts'
import { FINDING_KINDS, resultOutcome, resultState } from '#domain/results/status.ts'
import { day, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { GrantedSamples, MarkedText, milligramsText, UnmetRequests } from '#web/ui/result/result_samples.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { AnswerPart } from './-answer.tsx'
import { CancelCorrection, CorrectionButton } from './-correction.tsx'
import { AllowDialog, EditDialog } from './-edit.tsx'
import { EarlierVersions, History } from './-history.tsx'
import classes from './results.module.css'

/** A result beside the list: its letter or its e-mail, and what the office does with it. */
export function ResultPreview({ row }: { row: ResultRow }) {
  const result = useCall(api.results.get, { params: { id: row.proposal_id } }, { staleTime: 0 })
  return (
    <Loaded
      query={result}
      skeleton={
        <PreviewPart>
          <Lines count={8} />
        </PreviewPart>
      }
    >
      {(data) => <Result key={`${data.proposal_id} ${data.edition}`} result={data} />}
    </Loaded>
  )
}

const VIEWS = [
  { value: 'letter', label: 'Letter' },
  { value: 'mail', label: 'E-mail' },
]

function Result({ result }: { result: ResultDetail }) {
  const [view, setView] = useState('letter')
  const { proposal_id: id, outcome, met, requests, mg, edition } = result
  return (
    <>
      <PreviewPart>
        <div className={classes.head}>
          <StatusChip colour={resultOutcome.colour(outcome)}>{resultOutcome.label(outcome)}</StatusChip>
          <Text span size="sm" c="dimmed">
            {[`${met} of ${requests} requests`, milligramsText(mg), edition > 1 && `version ${edition}`]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <ScreenLink to={address('/proposals/detail/$id', { id })} fz="sm">
            Proposal
          </ScreenLink>
        </div>
        <div className={classes.head} style={{ marginTop: 8 }}>
          <SegmentedControl size="xs" aria-label="Show" data={VIEWS} value={view} onChange={setView} />
          <CsvButton call={api.results.pdf} input={{ params: { id } }} size="compact-sm">
            PDF
          </CsvButton>
        </div>
      </PreviewPart>
      {view === 'letter' ? <Letter result={result} /> : <Mails result={result} />}
    </>
  )
}

const Part = ({ title, children }: { title?: string; children: ReactNode }) => (
  <PreviewPart {...(title && { title })}>
    <div className={classes.stack}>{children}</div>
  </PreviewPart>
)

function Letter({ result }: { result: ResultDetail }) {
  const office = useIsOffice()
  const { sample_list, unmet, correction } = result
  return (
    <>
      <Part title="Samples">
        {sample_list.length === 0 ? (
          <p className={classes.none}>No samples.</p>
        ) : (
          <GrantedSamples samples={sample_list} />
        )}
      </Part>
      {unmet.length > 0 && (
        <Part title="Not granted">
          <UnmetRequests requests={unmet} />
        </Part>
      )}
      {correction && (
        <Part title="What is corrected">
          <div className={classes.box}>
            <MarkedText text={correction} findings={foundIn(result, 'correction')} />
          </div>
        </Part>
      )}
      <Words result={result} />
      {resultState.of(result.state).released && <AnswerPart result={result} />}
      {office && resultState.of(result.state).released && (
        <Part>
          <CorrectionButton result={result} />
        </Part>
      )}
      <History result={result} />
      <EarlierVersions result={result} />
    </>
  )
}

/** What was found in one of its texts; what is released is no longer marked. */
const foundIn = ({ state, text_findings }: ResultDetail, text: TextFinding['field']) =>
  resultState.of(state).released ? [] : text_findings.filter(({ field }) => field === text)

/** The text for the proposer with what was found in it, and the ways on. */
function Words({ result }: { result: ResultDetail }) {
  const office = useIsOffice()
  const [editing, setEditing] = useState(false)
  const [allowing, setAllowing] = useState<TextFinding | null>(null)
  const { text, text_findings, state, why_not_save } = result
  const released = resultState.of(state).released
  return (
    <Part title="Panel's words for the proposer">
      {text === '' ? (
        <p className={classes.none}>No text.</p>
      ) : (
        <div className={classes.box}>
          <MarkedText text={text} findings={foundIn(result, 'text')} />
        </div>
      )}
      {!released &&
        text_findings.map((finding) =>
          finding.allowed ? (
            <p key={finding.fingerprint} className={classes.quiet}>
              {`${FINDING_KINDS[finding.kind].label}, allowed by ${finding.allowed.by} on ${day(time(finding.allowed.at))}: ${finding.allowed.reason}`}
            </p>
          ) : (
            <Note
              key={finding.fingerprint}
              kind="bad"
              title={finding.why}
              action={
                office && (
                  <WriteButton
                    variant="default"
                    size="compact-sm"
                    why={why_not_save}
                    onClick={() => setAllowing(finding)}
                  >
                    Allow with a reason
                  </WriteButton>
                )
              }
            >
              {office && 'Change the text, or say why it may go out.'}
            </Note>
          ),
        )}
      {office && !released && <Actions result={result} edit={() => setEditing(true)} />}
      {editing && <EditDialog result={result} close={() => setEditing(false)} />}
      {allowing && <AllowDialog result={result} finding={allowing} close={() => setAllowing(null)} />}
    </Part>
  )
}

/** Edit, take up changes, mark as checked: of a result that is not released. */
function Actions({ result, edit }: { result: ResultDetail; edit: () => void }) {
  const { proposal_id: id, why_not_save, why_not_check, why_not_renew, outdated, state } = result
  const check = useAction(api.results.check)
  const renew = useAction(api.results.renew)
  return (
    <>
      {why_not_renew === null && (
        <Note
          kind="warn"
          title={
            outdated
              ? 'Samples were confirmed or taken back since it was drafted.'
              : 'The allocation now says another reason.'
          }
          action={
            <WriteButton
              variant="default"
              size="compact-sm"
              loading={renew.pending}
              onClick={() => renew.run({ params: { id } })}
            >
              Bring up to date
            </WriteButton>
          }
        >
          Samples and reasons are read again; the text stays.
        </Note>
      )}
      <div className={classes.buttons}>
        <WriteButton variant="default" size="compact-md" why={why_not_save} onClick={edit}>
          Edit text
        </WriteButton>
        <CancelCorrection result={result} />
        {state === resultState.code.DRAFTED && (
          <WriteButton
            data-end
            variant={why_not_check === null ? 'filled' : 'default'}
            size="compact-md"
            why={why_not_check}
            loading={check.pending}
            onClick={() => check.run({ body: { proposal_ids: [id] } })}
          >
            Mark as checked
          </WriteButton>
        )}
      </div>
      {state === resultState.code.DRAFTED && why_not_check && (
        <p className={classes.quiet}>{why_not_check}</p>
      )}
      <InlineMessage />
    </>
  )
}

/** The e-mails of the release, as they will go out or went out. */
function Mails({ result: { mails, state } }: { result: ResultDetail }) {
  const [at, setAt] = useState(0)
  const shown = mails[at] ?? mails[0]
  if (!shown) return <Part>No e-mail is sent.</Part>
  const released = resultState.of(state).released
  return (
    <Part title={released ? 'E-mails that were sent' : 'E-mails on release, one each'}>
      {mails.length > 1 && (
        <div className={classes.buttons}>
          {mails.map(({ to, name }, place) => (
            <Button
              key={to}
              size="compact-sm"
              variant={mails[at] === mails[place] ? 'light' : 'subtle'}
              aria-pressed={mails[at] === mails[place]}
              onClick={() => setAt(place)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      <p className={classes.quiet}>{`${shown.to} · ${shown.subject}`}</p>
      <div className={`${classes.box} ${classes.mail}`}>{shown.text}</div>
    </Part>
  )
}
