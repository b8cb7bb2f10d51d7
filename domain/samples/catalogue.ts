import {
  type Asteroid,
  asteroids,
  BENNU,
  CONTACT_PAD,
  LABELS,
  PROCESSED,
  RYUGU,
  type SampleType,
} from '../masters/values.ts'
import {
  type Cell,
  labelList,
  readChoice,
  readFlag,
  readName,
  readNumber,
  readOptionalChoice,
  readText,
} from './import_cells.ts'
import { sizeInMm } from './size.ts'

/**
 * A catalogue entry: weight in mg, size in micrometres, pressure in Pa, volume in ml. `weight` is what is left now,
 * `initial_weight` what there was before anything was taken.
 */
export interface CatalogueRow {
  db_type: Asteroid
  name: string
  sample_type: SampleType
  weight: number | null
  initial_weight: number | null
  size: number | null
  pressure: number | null
  volume: number | null
  chamber: number | null
  dish: number | null
  description: string
  source: string
  flg: boolean
}
export type CatalogueField = keyof CatalogueRow

/** One column of the catalogue's CSV file. */
export interface CatalogueColumn<F extends CatalogueField = CatalogueField> {
  field: F
  header: string
  /** A file without this column cannot be imported. */
  required: boolean
  unit: string
  meaning: string
  /** The accepted values, in words. */
  values: string
  read(text: string): Cell<CatalogueRow[F]>
  write(value: CatalogueRow[F]): string
}

const NAME_LENGTH = 50
const SOURCE_LENGTH = 200
const DESCRIPTION_LENGTH = 2000

const { 0: _, ...chambers } = LABELS.ChamberList
const { 0: __, ...dishes } = LABELS.dish_list

const plain = (value: number | null) => (value === null ? '' : String(value))
const labelled = (labels: Record<number, string>) => (value: number | null) =>
  value === null ? '' : (labels[value] ?? '')

const column = <F extends CatalogueField>(
  definition: Omit<CatalogueColumn<F>, 'required' | 'unit'> & { required?: true; unit?: string },
) => ({ required: false, unit: '', ...definition }) as unknown as CatalogueColumn

const FIGURE = 'A number of 0 or more with a decimal point; empty if unknown'

/** The columns of the catalogue: used by the import, the explanation on the screen and the example file. */
export const CATALOGUE: readonly CatalogueColumn[] = [
  column({
    field: 'db_type',
    header: 'Asteroid',
    required: true,
    meaning: 'The asteroid that the sample is from; together with the name it identifies the sample.',
    values: 'Ryugu or Bennu, or the code 1 or 2',
    read: readChoice(asteroids),
    write: labelled(asteroids),
  }),
  column({
    field: 'name',
    header: 'Name',
    required: true,
    meaning: 'The name in the sample database of the asteroid, letter for letter.',
    values: `Text on one line, at most ${NAME_LENGTH} characters`,
    read: readName(NAME_LENGTH),
    write: (value) => value,
  }),
  column({
    field: 'sample_type',
    header: 'Type',
    required: true,
    meaning: 'The kind of sample; contact pad particles are from Bennu.',
    values: `${labelList(LABELS.sample_type)}, or the code 0 to 4 in this order`,
    read: readChoice(LABELS.sample_type),
    write: labelled(LABELS.sample_type),
  }),
  column({
    field: 'weight',
    header: 'Weight[mg]',
    unit: 'mg',
    meaning: 'The present weight: what is available now.',
    values: FIGURE,
    read: readNumber(),
    write: plain,
  }),
  column({
    field: 'initial_weight',
    header: 'Initial weight[mg]',
    unit: 'mg',
    meaning: 'The weight before anything was taken; for a new sample without it, the present weight.',
    values: FIGURE,
    read: readNumber(),
    write: plain,
  }),
  column({
    field: 'size',
    header: 'Size[mm]',
    unit: 'mm',
    meaning: 'The longest dimension; stored in whole micrometres.',
    values: FIGURE,
    read: readNumber(1000),
    write: sizeInMm,
  }),
  column({
    field: 'pressure',
    header: 'Pressure[Pa]',
    unit: 'Pa',
    meaning: 'Gas only: the pressure in the cylinder.',
    values: FIGURE,
    read: readNumber(),
    write: plain,
  }),
  column({
    field: 'volume',
    header: 'Volume[ml]',
    unit: 'ml',
    meaning: 'Gas only: the volume of the cylinder.',
    values: FIGURE,
    read: readNumber(),
    write: plain,
  }),
  column({
    field: 'chamber',
    header: 'Chamber',
    meaning: 'The chamber that a sample of Ryugu came from.',
    values: `${Object.values(chambers).join(' or ')}; empty if unknown`,
    read: readOptionalChoice(chambers),
    write: labelled(chambers),
  }),
  column({
    field: 'dish',
    header: 'Dish',
    meaning: 'The dish that a sample of Bennu came from.',
    values: '1 to 8; empty if unknown',
    read: readOptionalChoice(dishes),
    write: labelled(dishes),
  }),
  column({
    field: 'description',
    header: 'Description',
    meaning: 'Form, condition and appearance, shown to proposers.',
    values: `Text, at most ${DESCRIPTION_LENGTH} characters`,
    read: readText(DESCRIPTION_LENGTH, true),
    write: (value) => value,
  }),
  column({
    field: 'source',
    header: 'Source',
    meaning: 'Where on the asteroid or in the collector it was found.',
    values: `Text on one line, at most ${SOURCE_LENGTH} characters`,
    read: readText(SOURCE_LENGTH),
    write: (value) => value,
  }),
  column({
    field: 'flg',
    header: 'On offer',
    meaning: 'A previously allocated sample that can be requested in this call.',
    values: 'x, or empty',
    read: readFlag,
    write: (value) => (value ? 'x' : ''),
  }),
]

/** Defaults for a new sample. */
export const UNKNOWN_SAMPLE: Omit<CatalogueRow, 'db_type' | 'name' | 'sample_type'> = {
  weight: null,
  initial_weight: null,
  size: null,
  pressure: null,
  volume: null,
  chamber: null,
  dish: null,
  description: '',
  source: '',
  flg: false,
}

/** Why the fields of a sample contradict each other, or null. */
export function whyNotSample({ db_type, sample_type, chamber, dish, flg }: CatalogueRow): string | null {
  if (sample_type === CONTACT_PAD && db_type !== BENNU) return 'Contact pad particles are from Bennu.'
  if (chamber !== null && db_type !== RYUGU) return 'Only a sample from Ryugu has a chamber.'
  if (dish !== null && db_type !== BENNU) return 'Only a sample from Bennu has a dish.'
  if (flg && sample_type !== PROCESSED) return 'Only a previously allocated sample can be on offer.'
  return null
}
