import { Select, Text, UnstyledButton } from '@mantine/core'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useChoiceParam, useSearchParam, useTermParam } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import switchClasses from '#web/ui/lists/view_switch.module.css'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { Board } from './-board.tsx'
import classes from './assign.module.css'

export const Route = createFileRoute('/reviewers/assign/')({ component: AssignReviewers })

const PATH = '/reviewers/assign'
const ORIENTATIONS = ['reviewers', 'proposals'] as const
const LABELS = { reviewers: 'Reviewers as rows', proposals: 'Proposals as rows' }

/** The screen that assigns reviewers to the proposals of a term. */
function AssignReviewers() {
  const current = useCall(api.terms.current)
  const [rows, setRows] = useChoiceParam(PATH, 'rows', ORIENTATIONS)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  return (
    <Page
      title="Assign Reviewers"
      breadcrumbs={[['Reviewer List', address('/reviewers')], ['Assign Reviewers']]}
      beside={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div role="group" aria-label="Rows" className={switchClasses.switch}>
          {ORIENTATIONS.map((one) => (
            <UnstyledButton
              key={one}
              className={switchClasses.view}
              aria-pressed={one === rows}
              onClick={() => setRows(one)}
            >
              {LABELS[one]}
            </UnstyledButton>
          ))}
        </div>
      }
      actions={<div ref={setActions} className={classes.actions} />}
    >
      <Loaded query={current}>
        {(now) =>
          now === null ? (
            <EmptyState title="There is nothing to assign yet." />
          ) : (
            <TermGrid current={String(now)} transposed={rows === 'proposals'} actions={actions} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface TermGridProps {
  current: string
  transposed: boolean
  /** The element beside the heading for the buttons. */
  actions: HTMLElement | null
}

/** The proposals that the address names, as a link from the proposal list does; null for all. */
function useChosenProposals(): readonly number[] | null {
  const { proposals } = useSearch({ strict: false }) as Record<string, unknown>
  const text = proposals === undefined ? '' : String(proposals)
  return useMemo(() => {
    const ids = text.split(',').map(Number).filter(Number.isInteger)
    return text === '' || ids.length === 0 ? null : ids
  }, [text])
}

function TermGrid({ current, transposed, actions }: TermGridProps) {
  const [term_id, choose] = useTermParam(PATH, current)
  const office = useIsOffice()
  const terms = useCall(api.terms.all)
  const grid = useCall(api.assignReviewers.grid, { query: { term_id } })
  const chosen = useChosenProposals()
  const [, setProposals] = useSearchParam(PATH, 'proposals')
  const file = (
    <CsvButton
      title="Download CSV"
      classNames={{ root: classes.icon, label: classes.label }}
      call={api.assignReviewers.download}
      input={{ query: { term_id } }}
    />
  )
  const tools = (
    <Select
      aria-label="Term"
      w={84}
      value={term_id}
      data={Object.values(terms.data ?? {})
        .map(({ id, label }) => ({ value: String(id), label }))
        .reverse()}
      allowDeselect={false}
      onChange={(value) => choose(value ?? current)}
    />
  )
  return (
    <Loaded query={grid}>
      {(loaded) => {
        const { term, proposals, reviewers, left_out } = loaded
        const shown = chosen?.filter((id) => proposals.some((one) => one.id === id)) ?? null
        const empty = proposals.length === 0 || reviewers.length === 0 || shown?.length === 0
        return (
          <>
            {term.disabled && <Text size="sm">This term is closed: its reviewers cannot be changed.</Text>}
            {left_out.length > 0 && (
              <Text size="sm" c="dimmed">
                {`Not shown, because you have a conflict of interest: ${left_out.join(', ')}.`}
              </Text>
            )}
            {shown && (
              <Note
                action={
                  <UnstyledButton className={classes.all} onClick={() => setProposals('')}>
                    {`Show all ${proposals.length}`}
                  </UnstyledButton>
                }
              >
                {shown.length === 1
                  ? 'One selected proposal is shown.'
                  : `${shown.length} selected proposals are shown.`}
              </Note>
            )}
            {empty ? (
              <>
                <div className={classes.bar}>{tools}</div>
                {actions && createPortal(file, actions)}
                <NothingToAssign proposals={proposals.length} reviewers={reviewers.length} office={office} />
              </>
            ) : (
              <Board
                key={term_id}
                grid={loaded}
                term_id={term_id}
                editable={office && !term.disabled}
                transposed={transposed}
                proposal_ids={shown}
                tools={tools}
                file={file}
                actions={actions}
                reload={() => void grid.refetch()}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Why there is no grid, and what to do next. */
function NothingToAssign({
  proposals,
  reviewers,
  office,
}: Record<'proposals' | 'reviewers', number> & { office: boolean }) {
  if (proposals === 0)
    return (
      <EmptyState title="No proposals submitted yet.">
        The grid fills as proposals of this term are submitted.
      </EmptyState>
    )
  if (reviewers === 0)
    return (
      <EmptyState title="No reviewers yet.">
        {office ? (
          <ScreenLink to={address('/users/add')}>Add a user with the role of a reviewer.</ScreenLink>
        ) : (
          'The administration office adds them.'
        )}
      </EmptyState>
    )
  return <EmptyState title="None of the selected proposals is in this grid." />
}
