import { address } from '#domain/address.ts'
import { formatAmount, formatSmall } from '#domain/custody/amounts.ts'
import type { PieceDetail, TreePiece } from '#domain/custody/pieces/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { AmountInMg, SmallInUg } from '#web/ui/custody/amount.tsx'
import { PieceStateChip } from '#web/ui/custody/piece_state.tsx'
import tree from '#web/ui/custody/tree.module.css'
import { treeRows } from '#web/ui/custody/tree.ts'
import { TreeName } from '#web/ui/custody/tree_name.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** Who has a piece, or what became of it. */
function withText({ state, holder }: TreePiece, parts: number) {
  if (state === 'split') return `split in ${parts}`
  if (state === 'consumed') return 'used up'
  return holder || '-'
}

/** The piece with everything it was split from and into, and the balance as a sum. */
export function Splits({ piece }: { piece: PieceDetail }) {
  const { unit, tolerance } = piece
  const rows = treeRows(piece.tree.map((one) => ({ ...one, id: one.address, parent_id: one.parent })))
  const sum = (amount: (one: TreePiece) => number) =>
    piece.tree.reduce((total, one) => total + amount(one), 0)
  const now = sum(({ present }) => present)
  const consumed = sum((one) => one.consumed)
  const lost = sum((one) => one.lost)
  const { initial, difference } = piece.totals
  const partsOf = (one: TreePiece) => piece.tree.filter(({ parent }) => parent === one.address).length
  return (
    <Section
      title="Splits"
      aside={unit === 'ug' && `children + used + loss = parent, within ${formatSmall(unit, tolerance)}`}
      flush
    >
      <table className={tree.table} aria-label={`Splits of ${piece.name}`}>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col" data-wide>
              Form
            </th>
            <th scope="col">With</th>
            <th scope="col" data-wide>
              State
            </th>
            <th scope="col" data-figure data-wide>
              {unit === 'ug' ? 'At split mg' : 'At first'}
            </th>
            <th scope="col" data-figure data-wide>
              {unit === 'ug' ? 'Used µg' : 'Used'}
            </th>
            <th scope="col" data-figure data-wide>
              {unit === 'ug' ? 'Loss µg' : 'Loss'}
            </th>
            <th scope="col" data-figure>
              {unit === 'ug' ? 'Now mg' : 'Now'}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, rails }) => (
            <tr key={node.address} data-row={node.address}>
              <td>
                <TreeName rails={rails} asteroid={node.db_type}>
                  {node.address === piece.address ? (
                    <b>{node.name}</b>
                  ) : (
                    <ScreenLink inherit to={address('/pieces/$id', { id: node.address })}>
                      {node.name}
                    </ScreenLink>
                  )}
                </TreeName>
              </td>
              <td data-wide>{node.form}</td>
              <td className={tree.person}>{withText(node, partsOf(node))}</td>
              <td data-wide>
                <PieceStateChip state={node.state} />
              </td>
              <td data-figure data-wide>
                <AmountInMg unit={unit} n={node.initial} />
              </td>
              <td data-figure data-wide>
                <SmallInUg unit={unit} n={node.consumed} />
              </td>
              <td data-figure data-wide>
                <SmallInUg unit={unit} n={node.lost} />
              </td>
              <td data-figure>
                {node.state === 'split' ? (
                  '-'
                ) : (
                  <b>
                    <AmountInMg unit={unit} n={node.present} />
                  </b>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>{balanceText(unit, { initial, difference, now, consumed, lost })}</td>
            <td data-figure data-wide>
              <AmountInMg unit={unit} n={initial} />
            </td>
            <td data-figure data-wide>
              <SmallInUg unit={unit} n={consumed} />
            </td>
            <td data-figure data-wide>
              <SmallInUg unit={unit} n={lost} />
            </td>
            <td data-figure data-wide>
              <AmountInMg unit={unit} n={now} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}

interface Balance {
  initial: number
  difference: number
  now: number
  consumed: number
  lost: number
}

/** '3.730 mg = 2.470 now + 1.240 used + 0.020 loss'. */
export function balanceText(unit: PieceDetail['unit'], balance: Balance) {
  const { initial, difference, now, consumed, lost } = balance
  const bare = (n: number) => formatAmount(unit, n).split(' ')[0]
  return [
    `${formatAmount(unit, initial)} = ${bare(now)} now`,
    consumed > 0 && `${bare(consumed)} used`,
    lost > 0 && `${bare(lost)} loss`,
    difference < 0 && `${bare(-difference)} measured less`,
    difference > 0 && `${bare(difference)} measured more`,
  ]
    .filter((term) => term !== false)
    .join(' + ')
    .replace(/ \+ (\S+ measured more)/u, ' − $1')
}
