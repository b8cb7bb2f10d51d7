import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { formatSmall, type Unit } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import type { Asteroid } from '#domain/masters/values.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { AmountInMg, Difference, SmallInUg } from '#web/ui/custody/amount.tsx'
import { PieceStateChip } from '#web/ui/custody/piece_state.tsx'
import tree from '#web/ui/custody/tree.module.css'
import { treeRows } from '#web/ui/custody/tree.ts'
import { TreeName } from '#web/ui/custody/tree_name.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import classes from './loan.module.css'
import { PieceActs } from './piece_acts.tsx'

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** The pieces of a loan with what was split from them, how much went out, and what became of it. */
export function LoanPieces({ loan }: { loan: Loan }) {
  const { piece_list: pieces } = loan
  const rows = treeRows(pieces.map((piece) => ({ ...piece, id: piece.piece, parent_id: piece.parent })))
  const held = pieces.filter(({ state }) => state === 'in_use' || state === 'received').length
  const units = [...new Set(pieces.map(({ unit }) => unit))]
  // Figures of gas have their unit beside them.
  const head = (what: string, unit: string) => (units.includes('ug') ? `${what} ${unit}` : what)
  return (
    <Section
      title="Pieces"
      aside={held > 0 && `${held} with the holder or a colleague`}
      flush={pieces.length > 0}
    >
      {pieces.length === 0 ? (
        <EmptyState title="No piece is chosen yet." />
      ) : (
        <table className={tree.table} aria-label={`Pieces of ${loan.number}`}>
          <thead>
            <tr>
              <th scope="col">Piece</th>
              <th scope="col" data-figure data-wide>
                {head('Out', 'mg')}
              </th>
              <th scope="col" data-figure data-wide>
                {head('Found', 'mg')}
              </th>
              <th scope="col" data-figure data-wide>
                {head('Used', 'µg')}
              </th>
              <th scope="col" data-figure data-wide>
                {head('Loss', 'µg')}
              </th>
              <th scope="col" data-figure>
                {head('Now', 'mg')}
              </th>
              <th scope="col">With</th>
              <th scope="col" data-wide>
                State
              </th>
              <th scope="col">
                <VisuallyHidden>Acts</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ node, rails }) => (
              <tr key={node.piece} data-row={node.piece}>
                <td>
                  <TreeName rails={rails} asteroid={node.db_type as Asteroid}>
                    <ScreenLink inherit to={address('/pieces/$id', { id: node.piece })}>
                      {node.name}
                    </ScreenLink>
                  </TreeName>
                </td>
                <PieceFigures piece={node} loan={loan} />
                <td className={tree.person}>{node.holder}</td>
                <td data-wide>
                  <PieceStateChip state={node.state} />
                </td>
                <td data-figure>
                  <PieceActs loan={loan} piece={node} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {units.map((unit) => (
              <Sum key={unit} loan={loan} unit={unit} />
            ))}
          </tfoot>
        </table>
      )}
    </Section>
  )
}

const toleranceOf = ({ tolerance }: Loan, unit: Unit) => (unit === 'ug' ? tolerance.ug : tolerance.mpa)

function PieceFigures({ piece, loan }: { piece: LoanPiece; loan: Loan }) {
  const { unit, sent, weighed, found, consumed, lost, present, state } = piece
  const out = sent ?? weighed
  return (
    <>
      <td data-figure data-wide>
        {out !== null && piece.parent === null && <AmountInMg unit={unit} n={out} />}
      </td>
      <td data-figure data-wide>
        {found !== null && (
          <>
            {sent !== null && found !== sent && (
              <>
                <Difference unit={unit} n={found - sent} tolerance={toleranceOf(loan, unit)} />{' '}
              </>
            )}
            <AmountInMg unit={unit} n={found} />
          </>
        )}
      </td>
      <td data-figure data-wide>
        <SmallInUg unit={unit} n={consumed} />
      </td>
      <td data-figure data-wide>
        <SmallInUg unit={unit} n={lost} />
      </td>
      <td data-figure>{state === 'split' ? '-' : <b>{<AmountInMg unit={unit} n={present} />}</b>}</td>
    </>
  )
}

const sumOf = (pieces: readonly LoanPiece[], amount: (piece: LoanPiece) => number) =>
  pieces.reduce((sum, piece) => sum + amount(piece), 0)

/** What went out, was found, used and lost, and what is left, of the pieces measured in one unit. */
function Sum({ loan, unit }: { loan: Loan; unit: Unit }) {
  const pieces = loan.piece_list.filter((piece) => piece.unit === unit)
  const lent = pieces.filter(({ parent }) => parent === null)
  const found = lent.filter((piece) => piece.found !== null)
  const difference = sumOf(found, (piece) => piece.found! - (piece.sent ?? piece.found!))
  const open = sumOf(pieces, ({ open_difference }) => open_difference ?? 0)
  const tolerance = toleranceOf(loan, unit)
  const out = sumOf(lent, ({ sent, weighed }) => sent ?? weighed ?? 0)
  return (
    <tr>
      <td>
        {loan.steps.dispatched
          ? count(lent.length, 'piece out', 'pieces out')
          : count(lent.length, 'piece', 'pieces')}
      </td>
      <td data-figure data-wide>
        {out > 0 && <AmountInMg unit={unit} n={out} />}
      </td>
      <td data-figure data-wide>
        {found.length > 0 && (
          <>
            {difference !== 0 && (
              <Difference unit={unit} n={difference} tolerance={tolerance * found.length} />
            )}{' '}
            <AmountInMg unit={unit} n={sumOf(found, (piece) => piece.found!)} />
          </>
        )}
      </td>
      <td data-figure data-wide>
        <SmallInUg unit={unit} n={sumOf(pieces, ({ consumed }) => consumed)} />
      </td>
      <td data-figure data-wide>
        <SmallInUg unit={unit} n={sumOf(pieces, ({ lost }) => lost)} />
      </td>
      <td data-figure>
        <AmountInMg unit={unit} n={sumOf(pieces, ({ present }) => present)} />
      </td>
      <td colSpan={3}>
        {open !== 0 ? (
          <>
            <Difference unit={unit} n={open} tolerance={0} />
            <span className={classes.quiet}> to resolve</span>
          </>
        ) : (
          found.length > 0 && (
            <span className={classes.sum}>
              <IconCheck size={15} aria-hidden className={classes.balances} />
              <span className={classes.balances}>Balances</span>
              <span className={classes.quiet} data-wide>
                {`within ${formatSmall(unit, tolerance)} a piece`}
              </span>
            </span>
          )
        )}
      </td>
    </tr>
  )
}
