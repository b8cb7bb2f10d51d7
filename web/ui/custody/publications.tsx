import { Button, Group, MultiSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Publication } from '#domain/custody/publications/contract.ts'
import { doiAddress } from '#domain/custody/publications/doi.ts'
import { publicationState } from '#domain/custody/publications/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '../actions/links.tsx'
import { WriteButton } from '../actions/write_button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { NewTab } from '../home/information_list.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { SampleName } from '../text/asteroid.tsx'
import { StatusChip } from '../text/chips.tsx'
import { ActForm } from './acts/parts.tsx'
import classes from './publications.module.css'

/** The pieces of a publication, each with a link. */
export const PieceLinks = ({ pieces }: Pick<Publication, 'pieces'>) => (
  <span className={classes.pieces}>
    {pieces.map(({ address: piece, name, db_type }) => (
      <SampleName
        key={piece}
        asteroid={db_type}
        name={
          <ScreenLink inherit to={address('/pieces/$id', { id: piece })}>
            {name}
          </ScreenLink>
        }
      />
    ))}
  </span>
)

/** A DOI that leads to its publication. */
export const DoiLink = ({ doi }: Pick<Publication, 'doi'>) => <NewTab to={doiAddress(doi)}>{doi}</NewTab>

type Edited = Publication | 'new' | null

/** Adds a publication, or changes one. */
export const PublicationDialog = ({ edited, close }: { edited: Edited; close: () => void }) => (
  <Dialog
    open={edited !== null}
    onClose={close}
    size="lg"
    message={edited === 'new' ? 'Add a publication' : 'Edit the publication'}
  >
    {edited !== null && <PublicationForm edited={edited === 'new' ? null : edited} close={close} />}
  </Dialog>
)

function PublicationForm({ edited, close }: { edited: Publication | null; close: () => void }) {
  const [removing, setRemoving] = useState(false)
  const choices = useCall(api.publications.choosable, { query: {} })
  if (edited && removing)
    return <RemoveForm publication={edited} close={close} back={() => setRemoving(false)} />
  return (
    <Loaded query={choices}>
      {(pieces) => {
        const known = [...(edited?.pieces ?? []), ...pieces]
        const options = [...new Map(known.map((one) => [one.address, one])).values()].map((one) => ({
          value: one.address,
          label: one.loan ? `${one.name} (${one.loan})` : one.name,
        }))
        return edited ? (
          <EditForm edited={edited} options={options} close={close} remove={() => setRemoving(true)} />
        ) : (
          <AddForm options={options} close={close} />
        )
      }}
    </Loaded>
  )
}

interface Option {
  value: string
  label: string
}
interface FieldsProps {
  options: Option[]
  close: () => void
}

function AddForm({ options, close }: FieldsProps) {
  const form = useEndpointForm(api.publications.add, {
    initial: { doi: '', title: '', year: new Date().getFullYear(), pieces: [] as string[] },
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit="Add">
      <Fields fields={form.fields} options={options} />
    </ActForm>
  )
}

function EditForm({
  edited,
  options,
  close,
  remove,
}: FieldsProps & { edited: Publication; remove: () => void }) {
  const { id, doi, title, year, pieces } = edited
  const form = useEndpointForm(api.publications.save, {
    initial: { doi, title, year, pieces: pieces.map((piece) => piece.address) },
    input: { params: { id } },
    onDone: close,
  })
  return (
    <ActForm form={form} close={close} submit="Save">
      <Fields fields={form.fields} options={options} />
      <Button variant="subtle" color="red" style={{ alignSelf: 'start' }} onClick={remove}>
        Remove it
      </Button>
    </ActForm>
  )
}

interface RemoveFormProps {
  publication: Publication
  close: () => void
  back: () => void
}

function RemoveForm({ publication: { id, title, state }, close, back }: RemoveFormProps) {
  const form = useEndpointForm(api.publications.remove, {
    initial: { reason: '' },
    input: { params: { id } },
    onDone: close,
  })
  return (
    <ActForm form={form} close={back} submit="Remove">
      <Text size="sm">
        {`“${title}” is taken off the lists of its pieces and proposals${state === publicationState.code.CONFIRMED ? ', although the office has confirmed it' : ''}. Nobody is mailed.`}
      </Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
    </ActForm>
  )
}

// biome-ignore lint/suspicious/noExplicitAny: both forms have the same fields
const Fields = ({ fields, options }: { fields: any; options: Option[] }) => (
  <>
    <TextInput
      label="DOI"
      description="10.1126/science.abn8671, or its address at doi.org"
      withAsterisk
      {...fields.getInputProps('doi')}
    />
    <TextInput label="Title" withAsterisk {...fields.getInputProps('title')} />
    <NumberInput label="Year" withAsterisk w={140} hideControls {...fields.getInputProps('year')} />
    <MultiSelect
      label="Pieces used"
      withAsterisk
      searchable
      data={options}
      {...fields.getInputProps('pieces')}
    />
  </>
)

interface ListProps {
  rows: readonly Publication[]
  edit?: (row: Publication) => void
  empty: string
}

const PublicationLines = ({ rows, edit, empty }: ListProps) =>
  rows.length === 0 ? (
    <Text size="sm" c="dimmed">
      {empty}
    </Text>
  ) : (
    <ul className={classes.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={classes.title}>{`${row.title} (${row.year})`}</span>
          <span>
            <DoiLink doi={row.doi} />
          </span>
          <Group gap="xs">
            <PieceLinks pieces={row.pieces} />
            <StatusChip colour={publicationState.colour(row.state)}>
              {publicationState.label(row.state)}
            </StatusChip>
            {edit && row.why_not_change === null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Edit ${row.title}`}
                onClick={() => edit(row)}
              >
                Edit
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  )

const NONE = 'No publication is known.'

/** The publications of the signed-in holder's pieces, with the button that adds one. */
export function OwnPublications() {
  const query = useCall(api.publications.mine)
  const [edited, edit] = useState<Edited>(null)
  return (
    <Section
      title="Publications"
      aside={
        <WriteButton size="compact-sm" variant="default" onClick={() => edit('new')}>
          Add
        </WriteButton>
      }
    >
      <Loaded query={query}>
        {(rows) => (
          <PublicationLines rows={rows} edit={edit} empty="Add what you have published about your samples." />
        )}
      </Loaded>
      <PublicationDialog edited={edited} close={() => edit(null)} />
    </Section>
  )
}

/** The publications about a piece, for the office and curation also about its parts. */
export function PiecePublications({ address: piece, aside }: { address: string; aside?: ReactNode }) {
  const query = useCall(api.publications.ofPiece, { params: { address: piece } })
  return (
    <Section title="Publications" aside={aside}>
      <Loaded query={query}>{(rows) => <PublicationLines rows={rows} empty={NONE} />}</Loaded>
    </Section>
  )
}

/** The publications about pieces lent for a proposal; nothing while there is none. */
export function ProposalPublications({ id }: { id: number }) {
  const rows = useCall(api.publications.ofProposal, { params: { id } }).data
  return rows && rows.length > 0 ? (
    <Section title="Publications">
      <PublicationLines rows={rows} empty={NONE} />
    </Section>
  ) : null
}
