import { AGGREGATE, BENNU, CONTACT_PAD, GAS, PARTICLE, PROCESSED, RYUGU } from '../masters/values.ts'
import { CATALOGUE, type CatalogueRow, UNKNOWN_SAMPLE } from './catalogue.ts'

const EXAMPLES: readonly CatalogueRow[] = [
  {
    ...UNKNOWN_SAMPLE,
    db_type: RYUGU,
    name: 'A0042',
    sample_type: PARTICLE,
    weight: 5.4,
    size: 2013,
    chamber: 1,
    description: 'Dark, flat face; pristine',
    source: 'Chamber A, first touchdown',
  },
  { ...UNKNOWN_SAMPLE, db_type: RYUGU, name: 'C0301', sample_type: AGGREGATE, weight: 7.5, chamber: 2 },
  {
    ...UNKNOWN_SAMPLE,
    db_type: RYUGU,
    name: 'A0401-G1',
    sample_type: GAS,
    pressure: 88,
    volume: 45,
    chamber: 1,
  },
  {
    ...UNKNOWN_SAMPLE,
    db_type: RYUGU,
    name: 'A0106-03',
    sample_type: PROCESSED,
    weight: 0.8,
    initial_weight: 1.2,
    size: 950,
    chamber: 1,
    description: 'Returned "polished section"',
    flg: true,
  },
  {
    ...UNKNOWN_SAMPLE,
    db_type: BENNU,
    name: 'OREX-800045-103',
    sample_type: CONTACT_PAD,
    weight: 0.2,
    size: 610,
    dish: 3,
    source: 'Contact pad 7',
  },
]

const quoted = (cell: string) => (/[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const csv = (lines: readonly (readonly string[])[]) =>
  `\uFEFF${lines.map((cells) => `${cells.map(quoted).join()}\r\n`).join('')}`

/** A file that can be imported as it is. */
export const exampleCsv = () =>
  csv([
    CATALOGUE.map(({ header }) => header),
    ...EXAMPLES.map((sample) => CATALOGUE.map((column) => column.write(sample[column.field]))),
  ])

/** A file that explains the columns. */
export const columnsCsv = () =>
  csv([
    ['Column', 'Required', 'Unit', 'Meaning', 'Allowed values'],
    ...CATALOGUE.map((c) => [c.header, c.required ? 'yes' : 'no', c.unit, c.meaning, c.values]),
  ])
