import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Filter, FilterValues } from '#web/lib/lists/filters.ts'
import { SearchField } from '#web/ui/lists/search_card.tsx'
import type { Narrowing } from './search.ts'

/** A typed figure narrows the grid so long after the last key, in ms. */
const PAUSE = 400

interface GridFieldProps {
  filter: Filter
  values: FilterValues
  put: (change: Partial<Narrowing>) => void
}

/** A field of the narrowing, which acts at once; what is typed, after a pause. */
export function GridField({ filter, values, put }: GridFieldProps) {
  const [name] = filter.names as [string]
  const [typed, setTyped] = useState(String(values[name]))
  const later = useDebouncedCallback((text: string) => put({ [name]: text }), PAUSE)
  useEffect(() => setTyped(String(values[name])), [values, name])
  if (filter.kind !== 'text')
    return <SearchField filter={filter} values={values} set={(field, value) => put({ [field]: value })} />
  return (
    <SearchField
      filter={filter}
      values={{ [name]: typed }}
      set={(_, text) => {
        setTyped(String(text))
        later(String(text))
      }}
    />
  )
}
