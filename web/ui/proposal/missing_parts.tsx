import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { ScreenLink } from '../actions/links.tsx'
import classes from './standing.module.css'

interface MissingPartsProps {
  /** The proposal's. */
  id: number
  /** The names of the form's fields that Submit needs or refuses. */
  missing: readonly string[]
  /** All names that Submit needs. */
  all: readonly string[]
}

const HINTS: Record<string, string> = {
  keywords: 'at least one',
  methods: 'at least one',
  samples: 'at least one',
}
const labelOf = (name: string) => (NEEDED_TO_SUBMIT as Record<string, string>)[name] ?? name

/** What Submit needs: what is missing as links to the fields of the form, what is there with a tick. */
export const MissingParts = ({ id, missing, all }: MissingPartsProps) => (
  <div className={classes.missing}>
    <Title order={3}>{headOf(missing.length)}</Title>
    <ul>
      {missing.map((name) => (
        <li key={name}>
          <span className={classes.ring} aria-hidden />
          <ScreenLink to={address('/proposals/edit/$id', { id }, { field: name })}>
            {labelOf(name)}
          </ScreenLink>
          {HINTS[name] && <small>{HINTS[name]}</small>}
        </li>
      ))}
      {all
        .filter((name) => !missing.includes(name))
        .map((name) => (
          <li key={name} className={classes.done}>
            <IconCheck size={16} stroke={2.2} aria-hidden />
            {labelOf(name)}
          </li>
        ))}
    </ul>
  </div>
)

function headOf(missing: number) {
  if (missing === 0) return 'Nothing is missing: it can be submitted'
  return missing === 1
    ? '1 thing is missing before you can submit'
    : `${missing} things are missing before you can submit`
}
