import { ActionIcon, Group, Menu, Text, Textarea } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { formatAmount, formatDifference, formatSmall } from '#domain/custody/amounts.ts'
import type { Difference, Inventory } from '#domain/custody/inventories/contract.ts'
import { ACTS, type Act, needsReason } from '#domain/custody/inventories/rules.ts'
import { CONDITIONS } from '#domain/custody/inventories/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { ActForm } from '#web/ui/custody/acts/parts.tsx'
import { AmountWithUnit, Difference as DifferenceText } from '#web/ui/custody/amount.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import classes from './inventory.module.css'

interface Chosen {
  row: Difference
  act: Act
}

/** The answers that differ from the record, each with its act. */
export function Differences({ inventory }: { inventory: Inventory }) {
  const [chosen, choose] = useState<Chosen | null>(null)
  const { differences, pieces, tolerance, closed_at } = inventory
  const listed = differences.filter(({ answer }) => answer !== 'unlisted').length
  const unlisted = differences.length - listed
  return (
    <Section
      title="What differs"
      flush
      aside={`${listed} of ${pieces} pieces${unlisted > 0 ? `, and ${unlisted} not on the list` : ''} · tolerance ${formatSmall('ug', tolerance.ug)}`}
    >
      <DataTable
        label="Pieces that differ"
        rows={differences}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[
          {
            header: 'Piece',
            title: true,
            to: (row) => (row.address === null ? null : address('/pieces/$id', { id: row.address })),
            cell: (row) =>
              row.db_type === null ? row.name : <SampleName asteroid={row.db_type} name={row.name} />,
            secondLine: ({ loan, holder }) => (
              <>
                {loan && (
                  <>
                    <ScreenLink inherit to={address('/loans/$id', { id: loan })}>
                      {loan}
                    </ScreenLink>
                    {' · '}
                  </>
                )}
                {holder}
              </>
            ),
          },
          { header: 'On record', width: 94, align: 'right', cell: (row) => <OnRecord row={row} /> },
          {
            header: 'Found',
            width: 94,
            align: 'right',
            cell: ({ unit, found }) => (found === null ? '-' : <AmountWithUnit unit={unit} n={found} />),
          },
          {
            header: 'Difference',
            width: 88,
            align: 'right',
            cell: (row) => <What row={row} tolerance={tolerance} />,
          },
          { header: 'What the holder says', width: 140, cell: (row) => <Said row={row} /> },
          {
            header: 'Act',
            action: true,
            width: 190,
            cell: (row) => closed_at === null && <Acts row={row} choose={(act) => choose({ row, act })} />,
          },
        ]}
        empty={
          <EmptyState title="Nothing differs.">
            What a holder finds beyond the tolerance, or does not find, is shown here.
          </EmptyState>
        }
      />
      {differences.length > 0 && (
        <Text className={classes.note} pt="xs">
          A write-off needs two people without a conflict. A correction is added to the piece's events;
          nothing is overwritten.
        </Text>
      )}
      <Dialog
        open={chosen !== null}
        onClose={() => choose(null)}
        message={chosen && `${ACTS[chosen.act]}: ${chosen.row.name}`}
      >
        {chosen && <ActOn key={chosen.row.id} inventory={inventory} {...chosen} close={() => choose(null)} />}
      </Dialog>
    </Section>
  )
}

const OnRecord = ({ row: { on_record, unit, address: piece } }: { row: Difference }) =>
  on_record === null ? piece === null ? 'none' : 'in the vault' : <AmountWithUnit unit={unit} n={on_record} />

const What = ({ row, tolerance }: { row: Difference; tolerance: Inventory['tolerance'] }) => {
  if (row.answer === 'not_there') return <b className={classes.wrong}>not there</b>
  if (row.answer === 'unlisted')
    return <b className={classes.wrong}>{row.on_record === null ? 'never lent' : 'not asked for'}</b>
  return <DifferenceText unit={row.unit} n={row.difference ?? 0} tolerance={tolerance[row.unit]} />
}

const Said = ({ row: { remark, condition } }: { row: Difference }) => (
  <span className={classes.said} title={remark}>
    {condition !== 'unchanged' && `${CONDITIONS[condition]}${remark ? ': ' : ''}`}
    {remark && `“${remark}”`}
  </span>
)

/** The suggested act, and the others behind the dots. Curation settles what it was asked about. */
function Acts({ row, choose }: { row: Difference; choose: (act: Act) => void }) {
  const office = useIsOffice()
  const [first, ...others] = office ? row.acts : row.acts.filter((act) => act === 'note')
  if (!first || (!office && row.question !== 'curation'))
    return row.question === 'curation' ? 'Asked of curation' : null
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <WriteButton
        size="compact-sm"
        variant="default"
        aria-label={`${ACTS[first]}: ${row.name}`}
        onClick={() => choose(first)}
      >
        {ACTS[first]}
      </WriteButton>
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More for ${row.name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((act) => (
              <WriteMenuItem key={act} onClick={() => choose(act)}>
                {ACTS[act]}
              </WriteMenuItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

interface ActOnProps extends Chosen {
  inventory: Inventory
  close: () => void
}

/** What an act does, said before it is done, with its reason. */
function ActOn({ inventory, row, act, close }: ActOnProps) {
  const form = useEndpointForm(api.inventories.resolve, {
    initial: { reason: act === 'note' ? '' : row.remark },
    input: { params: { id: inventory.id } },
    toBody: ({ reason }) => ({ entry_id: row.id, answered_at: row.answered_at, act, reason }),
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit={ACTS[act]}>
      <Text size="sm">{effectOf(act, row)}</Text>
      {act !== 'accept' && act !== 'curation' && (
        <Textarea
          label={
            act === 'weigh' || act === 'split'
              ? 'Words for the holder'
              : act === 'note'
                ? 'What was done'
                : 'Reason'
          }
          withAsterisk={needsReason(act)}
          autosize
          minRows={3}
          maxRows={10}
          {...form.fields.getInputProps('reason')}
        />
      )}
    </ActForm>
  )
}

function effectOf(act: Act, { unit, on_record, difference, holder, name }: Difference): string {
  switch (act) {
    case 'write_off':
      return `Proposes to write off ${formatAmount(unit, on_record ?? 0)}. Another person confirms it on the loan; until then the piece stays with ${holder}.`
    case 'loss':
      return `Adds a handling loss of ${formatSmall(unit, -(difference ?? 0))} to the events of ${name}.`
    case 'accept':
      return `Adds a measured difference of ${formatDifference(unit, difference ?? 0)} to the events of ${name}.`
    case 'weigh':
      return `${holder} gets an e-mail that asks to weigh ${name} again, and answers once more.`
    case 'split':
      return `${holder} gets an e-mail that asks to enter the parts of ${name}, and confirms them.`
    case 'curation':
      return `Curation finds out how ${name} came to ${holder}, and settles it here. Nobody is mailed.`
    case 'note':
      return `Settles it without an event of the piece. Your words stay on record.`
  }
}
